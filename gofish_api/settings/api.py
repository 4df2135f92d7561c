"""The API: the REST framework and the OpenAPI schema."""

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["accounts.credentials.authentication.BearerToken"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_THROTTLE_CLASSES": ["accounts.api.throttles.AccountThrottle"],
    # JSON only: the forms that DRF also accepts would be in the schema and break clients.
    "DEFAULT_PARSER_CLASSES": ["api_kit.parsers.JSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "gofish_api.api.schema_hooks.OperationSchema",
    "DEFAULT_PAGINATION_CLASS": None,
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "api_kit.negotiation.FirstChoice",
    "URL_FORMAT_OVERRIDE": None,  # `?format=` is a parameter like any other
    "EXCEPTION_HANDLER": "gofish_api.api.problem_handler.exception_handler",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}

SPECTACULAR_SETTINGS = {
    "TITLE": "Go Fish API",
    "DESCRIPTION": "Play Go Fish: create and join games, ask for cards, read what you may know.",
    "EXTERNAL_DOCS": {"url": "/guide", "description": "Write a bot in 15 minutes"},
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "LICENSE": {"name": "MIT", "identifier": "MIT"},
    "SERVERS": [{"url": "/", "description": "The server that returned this schema."}],
    "TAGS": [
        {"name": name, "description": description}
        for name, description in {
            "service": "Entry points.",
            "rules": "Rule presets, overlays and options, with their sources.",
            "accounts": "Accounts of people and guests, and the data stored about them.",
            "tokens": "Bearer tokens, which programs send instead of a password.",
            "apps": "Programs of others that act for a player, with OAuth.",
            "bots": "Accounts of programs, each with an owner.",
            "players": "Public profiles of players.",
            "ratings": "Ratings, how sure they are, and leaderboards.",
            "lobby": "Create, find and join games.",
            "table": "Play: the state of a game and the moves of a seat.",
            "tournaments": "Tournaments: enter, play, direct and follow them.",
            "live": "Follow games while they are played.",
            "history": "Moves, past positions, transcripts and their verification.",
            "disputes": "Complaints about games, rulings on them, and appeals.",
            "webhooks": "Addresses of apps that get events, and what was sent to them. A receiver "
            "checks `webhook-signature` and answers 2xx within 15 seconds.",
        }.items()
    ],
    "WEBHOOKS": [
        f"games.api.webhooks.messages.{message}"
        for message in (
            *("TURN_YOURS", "GAME_STARTED", "GAME_OVER", "INVITATION_RECEIVED", "MATCH_FOUND"),
            *("DISPUTE_RULED", "NOTICE", "CHALLENGE_MESSAGE"),
            *("TOURNAMENT_ROUND", "TABLE_READY", "TOURNAMENT_OVER"),
        )
    ],
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_AUTHENTICATION": [],
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SCHEMA_PATH_PREFIX": r"/api/v[0-9]+",
    "COMPONENT_SPLIT_REQUEST": True,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "gofish_api.api.schema_hooks.name_choices",
        "gofish_api.api.schema_hooks.mark_extensible",
        "gofish_api.api.schema_hooks.open_to_all",
        "gofish_api.api.schema_hooks.add_examples",
        "gofish_api.api.schema_hooks.require_bodies",
        "api_kit.openapi.share_problems",
        "games.api.openapi.links.add_links",
        "api_kit.components.share",  # last: it shares what repeats in the whole document
    ],
    "COMPONENT_SPLIT_PATCH": False,
    "ENUM_SUFFIX": "",
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "ENUM_NAME_OVERRIDES": {
        "Scope": "accounts.api.bodies.SCOPES",
        "GameStatus": "games.models.GameStatus",
        "DeclineReason": "games.models.DeclineReason",
        "StreamEndReason": "games.api.streams.shapes.END_REASONS",
        "ExportContent": "games.api.exports.bodies.CONTENTS",
        "NewsKind": "games.api.streams.shapes.NEWS",
        # Constants of several components: they get no name in the end.
        "MoveFrameType": ["move"],
        "PlayersFrameType": ["players"],
        "EndFrameType": ["end"],
        "EmoteFrameType": ["emote"],
        "DisputeReason": "games.api.disputes.shapes.DISPUTE_REASONS",
        "DisputeStatus": "games.api.disputes.shapes.STATUSES",
        "ReviewAction": "games.disputes.models.Action",
        "Method": "gofish_api.api.index.METHODS",
        "KnowledgeMethod": "games.api.analyses.knowledge_shapes.METHODS",
        "AskCertainty": "games.api.analyses.shapes.CERTAINTIES_OF_ASKS",
        "AnalysisStanding": "games.api.games.shapes.ANALYSIS_STANDINGS",
        "AnalysisStatus": "games.api.analyses.shapes.WAITING",
        "AnalysisDone": "games.api.analyses.shapes.DONE",
        "RatingFamilyName": "games.api.positions.ratings.FAMILY_NAMES",
        "RatingPool": "games.api.positions.ratings.POOLS",
        "RatingCertainty": "games.api.positions.ratings.CERTAINTIES",
        "NoticeKind": "games.disputes.notifying.NoticeKind",
        "TournamentStatus": "games.tournaments.models.TournamentStatus",
        "TournamentFormat": "games.tournaments.models.Format",
        "TournamentEntryKind": "games.tournaments.models.EntryWay",
        "TournamentPlayers": "games.tournaments.models.Kinds",
        "TournamentPhase": "games.tournaments.models.RoundPhase",
        "TournamentEndReason": "games.api.tournaments.shapes.END_REASONS",
        "TournamentTableStatus": "games.api.tournaments.shapes.TABLE_STATUSES",
        "TournamentAction": "games.api.tournaments.bodies.ACTIONS",
        "EntrantStatus": "games.tournaments.models.EntrantStatus",
        "RemovalReason": "games.tournaments.models.RemovalReason",
        "WebhookEvent": "games.webhooks.models.EventType",
        "WebhookStatus": "games.webhooks.models.Webhook.Status",
        "WebhookEnd": "games.webhooks.models.Webhook.Reason",
        "DeliveryStatus": "games.webhooks.models.Delivery.Status",
    }
    | {
        name: f"games.api.positions.entry_shapes.{choices}"
        for name, choices in {
            "PresetName": "PRESET_NAMES",
            "OverlayName": "OVERLAY_NAMES",
            "Phase": "PHASES",
            "Visibility": "VISIBILITIES",
            "VerdictScope": "VERDICT_SCOPES",
            "Card": "CARDS",
            "Rank": "RANK_TEXTS",
            "DrawReason": "DRAW_REASONS",
            "ContinueReason": "CONTINUE_REASONS",
            "PassReason": "PASS_REASONS",
            "ClosingReason": "CLOSING_REASONS",
            "CloseReason": "CLOSE_REASONS",
            "SkipReason": "SKIP_REASONS",
            "VoidReason": "VOID_REASONS",
            "EndReason": "END_REASONS",
            "MisdealReason": "MISDEAL_REASONS",
            "Penalty": "PENALTIES",
            "Level": "LEVELS",
            "Offence": "OFFENCES",
            "RulingKind": "RULING_KINDS",
        }.items()
    },
}
