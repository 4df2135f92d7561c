#!/bin/sh
# A bot in shell and jq: it reads a request a line, and writes an action a line.
#   gofish bot --stdio "sh examples/stdio_bot.sh" --against memory
#
# It asks the seat that asked last for a rank of its own hand, else for the rank it has most of.
exec jq --unbuffered --compact-output '
  .view as $view
  | [$view.legal_actions[] | select(.type == "ask")] as $asks
  | [$view.seats[$view.you].hand[][:1]] as $hand
  | (.history | to_entries | map(select(.value.type == "asked")
      | {key: "\(.value.seat) \(.value.rank)", value: (.key + 1)}) | from_entries) as $wanted
  | if $asks == [] then $view.legal_actions[0]
    else $asks | max_by((.rank // .card[:1]) as $rank
      | 20 * ($wanted["\(.target) \($rank)"] // 0) + ($hand | map(select(. == $rank)) | length))
    end'
