import{t as e,p as t,h as a,u as n,d as s,a as o,s as r,P as l,T as i,A as c,b as u,l as d,c as $,e as p,f as m,g as b,F as h,n as y,i as f,j as g,k,m as _,o as v,D as w,q as x,r as C,v as S,w as M,x as j,y as q,z as T,Q as A,B as L,C as z,E,G as R,H as B,I as O,_ as H,W as N,J as D,K as U,L as Y,M as P}from"./main.js";function J({game:n,rated:s=n.rated,isOpen:o=!1,hasTerms:r=!0}){return a`<details class="rules" open=${o}>
    <summary>${e("table.rules_title",{preset:t(n.preset)})}</summary>
    <ul>${F(n,{rated:s,hasTerms:r}).map(e=>a`<li key=${e}>${e}</li>`)}</ul>
    <p><a href="/how-to-play" target="_blank" rel="noopener">${e("table.all_rules")}</a></p>
  </details>`}function F(t,{rated:a=null,hasTerms:n=!1}){const{rules:s}=t;return[e("table.rule.book_size",{count:s.book_size}),e(`table.rule.ask_by_${s.ask_by}`),"allow"===s.ask_held_card&&e("table.rule.bluff"),"one"===s.transfer&&e("table.rule.transfer_one"),e(`table.rule.passes_${s.turn_passes_to}`),s.extra_turn_on_book&&e("table.rule.extra_turn"),s.joker_count>0&&e("table.rule.jokers",{count:s.joker_count}),s.fish_penalty&&e("table.rule.fish_penalty"),s.open_hands&&e("table.rule.open_hands"),s.end_on_empty_stock&&e("table.rule.ends_stock"),"never"!==s.end_on_empty_hand&&e("table.rule.ends_hand"),"honour"===s.referee&&e("table.rule.honour"),null!==s.target_score&&e("table.rule.series",{count:s.target_score}),a&&e("table.rule.rated"),n&&t.turn_seconds&&e("table.rule.clock",{count:t.turn_seconds}),n&&e(`table.rule.${t.visibility}`)].filter(Boolean)}const I=[..."23456789TJQKA"],K=[..."CDHS"],V={C:"clubs",D:"diamonds",H:"hearts",S:"spades"},W={C:"♣",D:"♦",H:"♥",S:"♠"},G=e=>"J"===e[1]&&("R"===e[0]||"B"===e[0]),Q=e=>G(e)?null:e.charAt(0);function X(e){if(G(e))return"R"===e[0]?"card joker red":"card joker";const t=V[e[1]];return"JQK".includes(e.charAt(0))?`card court ${t}`:`card ${t}`}function Z(e){return[...e].sort((e,t)=>te(e)-te(t))}function ee(e){const t=[];for(const a of Z(e)){const e=t.at(-1);e&&e.rank===Q(a)?e.cards.push(a):t.push({rank:Q(a),cards:[a]})}return t}function te(e){return G(e)?1e3+("R"===e[0]?1:0):4*I.indexOf(e.charAt(0))+K.indexOf(e.charAt(1))}const ae=t=>e(`cards.index.${t}`);function ne(t){return G(t)?e(`cards.joker.${t[0]}`):e("cards.name",{rank:e(`cards.rank.${t[0]}`),suit:e(`cards.suit.${t[1]}`)})}function se(t){return G(t)?e(`cards.joker.${t[0]}`):ae(t.charAt(0))+(a=t.charAt(1),W[a]);var a}const oe=t=>e(`cards.ranks.${t}`),re=t=>e(`cards.asked.${t}`),le=[["K",1],["7",2],["5",2],["7",1]],ie=Object.freeze(Object.defineProperty({__proto__:null,ASKS:le,LESSON:"first-game",TABLE:{preset:"classic",seats:3,bots:["forgetful","forgetful"],visibility:"private",aids:!0}},Symbol.toStringTag,{value:"Module"})),ce=["rank","player","fish","catch","memory","book"];function ue({events:t,you:s,names:o,isYourTurn:r,isOver:l,chosenRank:i,close:c}){n(new URL("./table.css",import.meta.url));const u=function(e,t){const a=[],n=new Set;let s=-1;for(const o of e){const e=s===t?a.at(-1):void 0;"asked"===o.type?(s=o.seat,s===t?a.push({rank:o.rank,target:o.target,got:""}):n.add(`${s} ${o.rank}`)):e&&"cards_given"===o.type?e.got=n.has(`${e.target} ${e.rank}`)?"memory":"given":e&&"card_drawn"===o.type&&"fish"===o.reason?e.got=o.public?"catch":"fish":e&&"book_made"===o.type&&o.seat===t&&(e.got=a.some(({got:e})=>"book"===e)?"another_book":"book")}return a}(t,s),d=function(e,t){const a=new Set(e.map(({got:e})=>String(e)));return e.length&&a.add("player"),(e.length||t)&&a.add("rank"),new Set(ce.filter(e=>a.has(e)))}(u,i),$=l||d.size===ce.length,p=u.at(-1),m=ce.find(e=>!d.has(e));return a`<section class="coach notice" aria-labelledby="coach">
    <h2 id="coach" class="visually-hidden">${e("learn.coach")}</h2>
    <div role="status">
      ${p?.got&&a`<p>${e(`learn.coach_${p.got}`,{name:o[p.target]??"",ranks:oe(p.rank)})}</p>`}
      <p><strong>${$?e(l?"learn.coach_over":"learn.coach_finished"):function(t,{names:a,isYourTurn:n,chosenRank:s}){if(!n)return e("learn.coach_watch");const o=t.every(({rank:e,target:t},a)=>e===le[a]?.[0]&&t===le[a]?.[1]),r=o?le[t.length]:void 0;if(!r)return e("learn.coach_free");const[l,i]=r,c={ranks:oe(l),what:re(l),name:a[i]??"",other:a[t.at(-2)?.target??-1]??""};return 0===t.length?e(s===l?"learn.coach_player":"learn.coach_rank",c):e(`learn.coach_ask_${t.length}`,c)}(u,{names:o,isYourTurn:r,chosenRank:i})}</strong></p>
    </div>
    <div class="coach-foot">
      <ol class="plain coach-steps" aria-label=${e("learn.coach_steps")}>
        ${ce.map(t=>a`<li key=${t} class=${d.has(t)?"done":""} aria-current=${t===m?"step":void 0}>
          ${e(`learn.coach_step_${t}`)}${d.has(t)&&a`<span class="visually-hidden"> (${e("learn.coach_done")})</span>`}
        </li>`)}
      </ol>
      <button type="button" class="quiet" onClick=${c}>${e($?"learn.coach_close":"learn.coach_skip")}</button>
    </div>
  </section>`}const de=new Set(["asked","go_fish","cards_given","book_made"]);function $e({position:t,isYourTurn:n}){const[o,r]=s(!1);return a`<details class="hints" onToggle=${({target:e})=>r(e.open)}>
    <summary>${e("learn.hint")}</summary>
    ${o&&(n?a`<${pe} position=${t} />`:a`<p>${e("learn.hint_wait")}</p>`)}
  </details>`}function pe({position:t}){const{id:n,version:s,you:i,hand:c,names:u}=t,{data:d,error:$,reload:p}=o(e=>r.client.get("/games/{game_id}/knowledge",{params:{game_id:n},query:{at:s,seat:i},signal:e}),[n,s,i]);if(!d||d.number!==s)return a`<${l} error=${$} retry=${p} />`;const m=function(e,t){const a=new Set(t.map(Q)),n=e.filter(({rank:e,because:t})=>a.has(e)&&t.length>0);return[...n.filter(({holds:e})=>e),...n.filter(({holds:e})=>!1===e)]}(d.ranks,c);return m.length?a`<div role="status"><ul class="plain">
    ${m.map(n=>a`<li key=${`${n.seat} ${n.rank}`}>
      <strong>${e(n.holds?"learn.hint_holds":"learn.hint_lacks",{name:u[n.seat]??"",ranks:oe(n.rank)})}</strong>
      ${" "}<span class="soft">${function({seat:e,holds:t,because:a},{moves:n,tell:s}){return s(n.filter(({number:e})=>a.includes(e)).flatMap(a=>{const n=a.events.filter(a=>t&&"asked"===a.type&&a.seat===e);return n.length?n:a.events.filter(e=>de.has(e.type)||e.public)})).join(" ")}(n,t)}</span>
    </li>`)}
  </ul></div>`:a`<div role="status"><p>${e("learn.hint_none")}</p></div>`}const me=["hello","good_luck","thinking","hurry","nice","lucky","go_fish","oops","sorry","thanks","wow","good_game"];function be({send:t}){const[n,o]=s(!1),r=i(null);return c(()=>r.current?.scrollIntoView({block:"nearest"}),[n]),a`<span class="emotes" onKeyDown=${e=>{"Escape"===e.key&&o(!1)}}>
    <button type="button" class="emote-button" aria-expanded=${n} onClick=${()=>o(!n)}>
      ${e("table.emote")}
    </button>
    ${n&&a`<ul class="emote-list" ref=${r} aria-label=${e("table.emote")}>
      ${me.map(n=>a`<li key=${n}>
        <button type="button" onClick=${()=>(e=>{o(!1),t(e)})(n)}>${e(`table.emotes.${n}`)}</button>
      </li>`)}
    </ul>`}
  </span>`}function he({emote:t}){return t&&me.includes(t)?a`<span class="emote">${e(`table.emotes.${t}`)}</span>`:null}const ye=new Set(["seat_taken","seat_left","entropy_added"]);function fe(t,a){return t.map(t=>function(t,a){if(ye.has(t.type))return"";const n=ke[t.type];return n?n(t,new ge(t,a)):e("events.other")}(t,a)).filter(Boolean)}class ge{constructor(e,t){this.event=e,this.listener=t}say(t,a={},{seat:n=this.event.seat,other:s=this.event.to??this.event.target}={}){const{you:o,names:r}=this.listener,l=null!==o&&n===o,i=null!==o&&s===o&&!l,c=l&&u(`${t}_you`)?"_you":i&&u(`${t}_to_you`)?"_to_you":"";return e(t+c,{name:r[n??-1]??"",other:r[s??-1]??"",...a})}card(e){return this.listener.spoken?ne(e):se(e)}cards(e){return this.listener.spoken?d(e.map(ne)):e.map(se).join(" ")}wanted(){const{rank:t,card:a}=this.event;return a?e("cards.asked_card",{card:this.card(a)}):re(t)}winners(t){const{you:a,names:n}=this.listener;return 0===t.length?e("events.winners_none"):1===t.length&&t[0]===a?e("events.winners_you"):e("events.winners",{count:t.length,names:d(t.map(e=>n[e]??""))})}}const ke={created:()=>e("events.created"),started:t=>{const a=e("events.started",{count:t.seats.length});return void 0===t.rated?a:`${a} ${e(`events.rated_${t.rated}`)}`},closed:t=>e(`events.closed.${t.reason}`),dealer_drawn:(e,t)=>[...(e.rounds??[]).flat().map(([e,a])=>t.say("events.dealer_card",{card:t.card(a)},{seat:e})),t.say("events.dealer_drawn")].join(" "),pack_cut:(e,t)=>t.say("events.pack_cut"),dealt:(t,a)=>{const n=a.say("events.dealt",{},{seat:t.dealer});return t.stock?`${n} ${e("events.dealt_stock",{count:t.stock})}`:n},asked:(e,t)=>t.say("events.asked",{what:t.wanted()}),cards_given:(e,t)=>t.say("events.cards_given",{cards:t.cards(e.cards)}),go_fish:(t,a)=>{const n=a.say("events.go_fish",{},{other:null});return t.draws?n:`${n} ${e("events.stock_is_empty")}`},card_drawn:(e,t)=>{const a=e.card?t.card(e.card):"";if(e.public)return t.say("events.card_drawn_catch",{card:a});if("empty_hand"===e.reason)return t.say("events.card_drawn_empty",{card:a});const n=e.seat!==t.listener.you;return t.say(n&&a?"events.card_drawn_seen":"events.card_drawn",{card:a})},book_made:(e,t)=>t.say("events.book_made",{ranks:oe(e.rank)}),book_voided:(e,t)=>t.say(`events.book_voided.${e.reason}`,{ranks:oe(e.rank)}),book_discarded:(e,t)=>t.say("events.book_discarded",{ranks:oe(e.rank)}),turn_continues:(e,t)=>t.say("events.turn_continues"),turn_closing:(e,t)=>t.say("events.turn_closing"),player_skipped:(e,t)=>t.say(`events.player_skipped.${e.reason}`),turn_passed:(e,t)=>{if("start"===e.reason)return t.say("events.turn_starts",{},{seat:null,other:e.to});const a=`events.why_passed.${e.reason}`,n=t.say("events.turn_passed",{},{seat:null,other:e.to});return u(a)?`${t.say(a,{},{other:null})} ${n}`:n},irregularity:(e,t)=>[t.say(`events.irregularity.${e.kind}`,{what:t.wanted()}),...e.penalties.map(e=>t.say(`events.penalty.${e}`))].join(" "),card_exposed:(e,t)=>t.say("events.card_exposed",{card:t.card(e.card)}),misdealt:(e,t)=>t.say(`events.misdealt.${e.reason}`),resigned:(e,t)=>t.say("events.resigned"),abandoned:(e,t)=>t.say("events.abandoned"),timed_out:(e,t)=>t.say("events.timed_out"),stand_in_seated:(e,t)=>t.say("events.stand_in_seated"),ruled:(e,t)=>t.say(`events.ruled.${e.kind}`,{case:e.case}),seat_restored:(e,t)=>t.say("events.seat_restored"),game_over:(t,a)=>`${e("events.game_over",{why:e(`events.why_over.${t.reason}`)})} ${a.winners(t.winners)}`,series_continues:(e,t)=>t.say("events.series_continues"),series_over:(t,a)=>`${e("events.series_over")} ${a.winners(t.winners)}`};function _e(e,{names:t,you:a}){const[n,o]=s(e?.number??null);c(()=>{e&&(null===n?o(e.number):e.number>n&&$(fe(e.events,{names:t,you:a,spoken:!0}).join(" ")))},[e?.number])}function ve(t,a){const[n]=s(()=>new Set);c(()=>{for(const[s,{emote:o,id:r}]of Object.entries(t))!n.has(r)&&me.includes(o)&&(n.add(r),$(`${a[Number(s)]??""}: ${e(`table.emotes.${o}`)}`))},[t])}const we=new URL("../web/table/turn.svg",import.meta.url).href;function xe(e,{byCard:t,isCurrent:a}){const n=a?e.legal_actions:[],s=e=>n.filter(t=>t.type===e),o=s("ask"),r=null===e.you?[]:e.seats[e.you]?.hand??[];return{kind:Ce(e,a),byCard:t,ranks:ee(r).map(t=>function({rank:e,cards:t},a,{state:n,actions:s}){const o=null===e?[]:a.filter(t=>(t.card?.[0]??t.rank)===e),r=[...new Set(o.flatMap(e=>e.card?[e.card]:[]))],l=o.length>0;return{rank:e,cards:t,isLegal:l,wanted:r,why:l?null:Se(e,{state:n,actions:s,asks:a})}}(t,o,{state:e,actions:n})),targets:e.seats.map(t=>function(e,t,a){const n=a.some(e=>e.target===t);return n?{seat:t,isLegal:n,why:null}:e.to_act!==e.you||"ask"!==e.phase?{seat:t,isLegal:n,why:"table.why.not_your_turn"}:{seat:t,isLegal:n,why:e.seats[t]?.hand_size?"table.why.not_now":"table.why.no_cards"}}(e,t.seat,o)),answers:s("answer"),books:s("declare").sort((e,t)=>Me(e)-Me(t)),exposable:s("expose").map(e=>e.card??""),misdeals:s("misdeal").map(e=>e.reason??""),cuts:s("cut").length,mayResign:s("resign").length>0}}function Ce(e,t){if(null===e.you||["over","closed","lobby"].includes(e.phase))return"none";if(!t||e.to_act!==e.you)return"wait";const{phase:a}=e;return"ask"===a||"answer"===a||"closing"===a||"cut"===a?a:"wait"}function Se(e,{state:t,actions:a,asks:n}){return t.to_act!==t.you?"table.why.not_your_turn":null===e?"table.why.joker":"ask"!==t.phase?"table.why.not_now":a.some(t=>"declare"===t.type&&t.cards?.every(t=>t[0]===e&&"J"!==t[1]))?"table.why.declare_first":n.length?"table.why.rank_closed":"table.why.not_now"}const Me=e=>(e.cards??[]).filter(e=>"RJ"===e||"BJ"===e).length;function je(e,t){return{...t.events.reduce(qe,e),version:t.number,last_move:t,legal_actions:[]}}function qe(e,t){const a=Te[t.type];return a?a(e,t):e}const Te={dealt:(e,{counts:t,stock:a,hands:n,dealer:s})=>({...e,dealer:s,stock:a,phase:"ask",deal:e.deal+1,seats:e.seats.map((e,a)=>({...e,hand_size:t[a],hand:n[a],books:[]}))}),asked:(e,t)=>({...e,asked:t}),cards_given:(e,{seat:t,to:a,cards:n})=>ze(Le(e,t,n),a,n.length,n),card_drawn:(e,{seat:t,card:a})=>({...ze(e,t,1,a?[a]:[]),stock:Math.max(e.stock-1,0)}),book_made:(e,{seat:t,rank:a,cards:n})=>Ee(Le(e,t,n),t,e=>({...e,books:[...e.books,{rank:a,cards:n}]})),book_voided:(e,{seat:t,rank:a,cards:n})=>({...Le(e,t,n),void:[...e.void,{rank:a,cards:n}]}),book_discarded:(e,{seat:t,rank:a,cards:n})=>({...Ee(e,t,e=>({...e,books:e.books.slice(1)})),discards:[...e.discards,{rank:a,cards:n}]}),turn_continues:(e,{seat:t})=>Ae(e,t),turn_passed:(e,{to:t})=>Ae(e,t),resigned:(e,{seat:t})=>Ee(e,t,e=>({...e,left:!0})),abandoned:(e,{seat:t})=>Ee(e,t,e=>({...e,left:!0})),game_over:(e,t)=>({...e,result:t,turn:null,to_act:null})};function Ae(e,t){return{...e,turn:t,to_act:t,asked:null,phase:"ask"}}function Le(e,t,a){return Ee(e,t,e=>({...e,hand_size:Math.max(e.hand_size-a.length,0),hand:e.hand&&e.hand.filter(e=>!a.includes(e))}))}function ze(e,t,a,n){return Ee(e,t,e=>({...e,hand_size:e.hand_size+a,hand:e.hand&&[...e.hand,...n]}))}function Ee(e,t,a){return{...e,seats:e.seats.map(e=>e.seat===t?a(e):e)}}const Re={game:null,players:[],state:null,shown:null,shownMove:null,queue:[],moves:[],hasHistory:!1,emotes:{},connection:"connecting",end:null,hasLostSeat:!1};function Be(e,{type:t,data:a}){switch(t){case"game":return{...e,game:a,players:e.players.length?e.players:a.players};case"players":return{...e,players:a.players};case"state":return function(e,t){if(e.state&&t.version<e.state.version)return e;if(t.version===e.state?.version)return He(e,t);const{last_move:a}=t,n="lobby"===e.state?.phase&&null!==e.state.you,s=null===t.you&&(e.hasLostSeat||n);return{...e,state:t,shown:t,shownMove:a,queue:[],moves:De(e.moves,[a]),hasLostSeat:s}}(e,a);case"move":return Ne(e,[a],a.state??null);case"answer":return Ne(e,a.moves,a.state);case"history":return{...e,moves:De(a,e.moves),hasHistory:!0};case"time":return He(e,a);case"emote":return{...e,emotes:{...e.emotes,[a.seat]:a}};case"emote_over":{const{[a.seat]:t,...n}=e.emotes;return t?.id===a.id?{...e,emotes:n}:e}case"connection":return{...e,connection:a};case"end":return{...e,end:a.reason,hasLostSeat:e.hasLostSeat||"seat_left"===a.reason};case"step":return function(e){const[t,...a]=e.queue;if(!t||!e.shown)return{...e,queue:[]};const n=0===a.length&&null!==e.state&&e.state.version<=t.move.number,s=t.state??(n?e.state:je(e.shown,t.move));return{...e,shown:s,shownMove:t.move,queue:a}}(e);case"catch_up":return{...e,shown:e.state,shownMove:e.moves.at(-1)??null,queue:[]};default:return e}}const Oe=e=>0===e.queue.length;function He(e,{version:t,deadline:a,paused:n=!1}){const s=e=>e&&e.version===t?{...e,deadline:a??null,paused:n}:e;if(void 0===t)return e;const o=e.queue.map(e=>({...e,state:s(e.state)}));return{...e,state:s(e.state),shown:s(e.shown),queue:o}}function Ne(e,t,a){const n=e.shown?.version??0,s=new Set(e.queue.map(({move:e})=>e.number)),o=t.filter(({number:e})=>e>n&&!s.has(e)).map(e=>({move:e,state:e===t.at(-1)?a:null})),r=null!==a&&a.version>(e.state?.version??-1),l={...e,state:r?a:e.state,moves:De(e.moves,t.map(Ue)),queue:[...e.queue,...o].sort((e,t)=>e.move.number-t.move.number)};return r&&"lobby"===e.shown?.phase?Be(l,{type:"catch_up"}):l.queue.length<=12||!l.state?l:Be(l,{type:"catch_up"})}function De(e,t){const a=e.at(-1),n=t[0];return a&&n&&a.number<n.number?[...e,...t].slice(-5e3):[...new Map([...e,...t].map(e=>[e.number,e])).values()].sort((e,t)=>e.number-t.number).slice(-5e3)}function Ue({state:e,...t}){return t}function Ye(e,t){return e.filter(e=>e.seat===t).map(Pe).filter(Boolean).join(" ")}function Pe(t){switch(t.type){case"asked":return t.card?e("table.says.ask_card",{card:se(t.card)}):e("table.says.ask",{what:oe(t.rank)});case"cards_given":return e("table.says.give",{cards:t.cards.map(se).join(" ")});case"go_fish":return e("table.says.go_fish");case"book_made":return e("table.says.book",{ranks:oe(t.rank)});default:return""}}function Je({card:e,silent:t=!1}){return a`<span class=${X(e)} data-card=${e} aria-hidden=${t?"true":null}>
    ${!G(e)&&a`<b class="rank" aria-hidden="true">${ae(e.charAt(0))}</b>`}
    <i class="suit"></i><i class="pip"></i>
    ${!t&&a`<span class="visually-hidden">${ne(e)}</span>`}
  </span>`}const Fe=()=>a`<span class="card back" aria-hidden="true"></span>`;function Ie({count:e}){const t=Array.from({length:e},(e,t)=>a`<span class="slot" key=${t}><${Fe} /></span>`);return a`<span class="backs" aria-hidden="true">${t}</span>`}function Ke({choices:t,names:n,order:s,selection:o,asked:r,choose:l,clear:i,send:c,waitingFor:u,problem:d}){return"none"===t.kind?null:a`<section class=${`action-bar ${t.kind}`} aria-label=${e("table.your_actions")}>
    ${d&&a`<p class="refused" role="alert">${d}</p>`}
    ${"ask"===t.kind&&a`<${Ve} choices=${t} names=${n} order=${s} selection=${o} choose=${l} clear=${i} />`}
    ${"answer"===t.kind&&a`<${We} choices=${t} names=${n} asked=${r} send=${c} />`}
    ${"closing"===t.kind&&a`<p class="prompt">${e("table.closing")}</p>`}
    ${"cut"===t.kind&&a`<${Ge} cuts=${t.cuts} send=${c} />`}
    ${"wait"===t.kind&&a`<p class="prompt quiet-prompt">${u}</p>`}
    ${t.books.length>0&&a`<${Qe} books=${t.books} send=${c} />`}
    ${"closing"===t.kind&&a`<p class="actions"><button type="button" class="primary" onClick=${()=>c({type:"end_turn"})}>
      ${e("table.end_turn")}
    </button></p>`}
  </section>`}function Ve({choices:t,names:n,order:s,selection:o,choose:r,clear:l}){const{rank:i,card:c,target:u}=o;if(null===i)return a`<p class="prompt">${e(null===u?"table.choose_rank":"table.choose_rank_for",{name:n[u??0]??""})}</p>`;const d=t.ranks.find(e=>e.rank===i)?.wanted??[],$=c?e("cards.asked_card",{card:se(c)}):re(i),p=t.byCard&&null===c,m=s.filter(e=>t.targets[e]?.isLegal),b=m.length>1?"table.choose_player":"table.ask_for";return a`
    <p class="prompt">
      ${p?e("table.choose_card",{ranks:re(i)}):e(b,{what:$})}
      <button type="button" class="quiet" onClick=${l}>${e("table.clear")}</button>
    </p>
    ${t.byCard&&d.length>1&&a`<ul class="wanted">
      ${d.map(e=>a`<li key=${e}>
          <button type="button" class="one-card" aria-pressed=${c===e} aria-label=${ne(e)}
            onClick=${()=>r({rank:i,card:e})}><${Je} card=${e} silent /></button>
        </li>`)}
    </ul>`}
    ${!p&&a`<ul class="ask-buttons">
      ${m.map(t=>a`<li key=${t}>
          <button type="button" class=${u===t?"primary chosen":"primary"} onClick=${()=>r({target:t})}
            aria-label=${e("table.ask_button",{name:n[t]??"",what:$})}>
            ${m.length>1?n[t]:e("table.ask_button",{name:n[t]??"",what:$})}
          </button>
        </li>`)}
    </ul>`}
  `}function We({choices:t,names:n,asked:s,send:o}){const r=s?.card?e("cards.asked_card",{card:se(s.card)}):re(s?.rank??"");return a`
    <p class="prompt">${e("table.asked_you",{name:n[s?.seat??-1]??"",what:r})}</p>
    <ul class="ask-buttons">
      ${t.answers.map(({cards:t=[]})=>{const n={type:"answer",cards:t};return a`<li key=${t.join("")}>
          <button type="button" class="primary" onClick=${()=>o(n)}
            aria-label=${t.length?e("table.give",{cards:t.map(ne).join(", ")}):void 0}>
            ${t.length?e("table.give",{cards:t.map(se).join(" ")}):e("table.say_go_fish")}
          </button>
        </li>`})}
    </ul>
  `}function Ge({cuts:t,send:n}){const s=Math.ceil(t/2);return a`<form class="cut" onSubmit=${b(e=>n({type:"cut",position:Number(new FormData(e).get("position"))}))}>
    <label class="prompt" for="cut-position">${e("table.cut_prompt")}</label>
    <input id="cut-position" name="position" type="range" min="1" max=${t} defaultValue=${s} />
    <button type="submit" class="primary">${e("table.cut")}</button>
  </form>`}function Qe({books:t,send:n}){const[o,r]=s(!1),l=o?t:t.slice(0,3);return a`<div class="book-buttons">
    <p class="prompt">${e("table.may_lay")}</p>
    <ul class="ask-buttons">
      ${l.map(({cards:t=[]})=>{const s=t.find(e=>"J"!==e[1])?.[0]??"";return a`<li key=${t.join("")}>
          <button type="button" onClick=${()=>n({type:"declare",cards:t})}
            aria-label=${e("table.lay_named",{ranks:oe(s),cards:d(t.map(ne))})}>
            ${e("table.lay",{cards:t.map(se).join(" ")})}
          </button>
        </li>`})}
      ${l.length<t.length&&a`<li><button type="button" class="quiet" onClick=${()=>r(!0)}>
        ${e("table.more_books",{count:t.length-l.length})}
      </button></li>`}
    </ul>
  </div>`}const Xe=[..."23456789TJQKA"],Ze={rank:null,card:null,target:null};function et({rank:e,card:t,target:a},n){return null===a||null===e?null:n.byCard?null===t?null:{type:"ask",target:a,card:t}:{type:"ask",target:a,rank:e}}function tt(e,t){const a=t.ranks.find(({rank:t})=>t===e.rank)?.wanted??[],n=e.card&&a.includes(e.card)?e.card:1===a.length?a[0]??null:null;return{...e,card:n}}function at(e){const t=[ae(e)[0]??e,e];return"T"===e?[...t,"0"]:t}const nt={style:"unit",unit:"hour",unitDisplay:"narrow"};function st({state:t}){const[,n]=s(0),{deadline:o,turn_seconds:l}=t;if(c(()=>{if(!o||!l)return;const e=setInterval(()=>n(e=>e+1),500);return()=>clearInterval(e)},[o,l]),!o||!l)return null;const i=Math.max(Math.ceil((Date.parse(o)-r.client.now())/1e3),0),u=i>3600?y(Math.round(i/3600),nt):`${Math.floor(i/60)}:${String(i%60).padStart(2,"0")}`;return a`<span class=${i<=10?"clock urgent":"clock"} role="timer" aria-label=${e("table.time_left")}>
    ${u}
  </span>`}function ot(e,t,a){const n=i(t?.number??0);h(()=>{const a=t?.number??0,s=a===n.current+1;if(n.current=a,!s||!t||!e.current||rt())return;const o=e.current;let r=0;for(const e of t.events){const t=lt(e,o);t&&(it(t,{table:o,delay:r}),r+=300)}},[t?.number])}const rt=()=>matchMedia("(prefers-reduced-motion: reduce)").matches;function lt(e,t){const a=e=>t.querySelector(`[data-seat="${e}"] [data-pile]`);switch(e.type){case"cards_given":return{from:a(e.seat),to:a(e.to),cards:e.cards};case"card_drawn":return{from:t.querySelector("[data-stock] .card"),to:a(e.seat),cards:[e.card]};case"book_made":return{from:a(e.seat),to:(n=e.seat,t.querySelector(`[data-seat="${n}"] [data-books]`)),cards:e.cards};case"book_discarded":case"book_voided":return{from:a(e.seat),to:t.querySelector(".middle"),cards:e.cards};default:return null}var n}function it({from:e,to:t,cards:a},{table:n,delay:s}){if(!e||!t)return;const o=ct(e.getBoundingClientRect());a.forEach((e,a)=>{const r=e?t.querySelector(`[data-card="${e}"]`):null,l=ct((r??t).getBoundingClientRect()),i=function(e){const t=document.createElement("span");return t.className=`${e?X(e):"card back"} flying`,t.setAttribute("aria-hidden","true"),e?(G(e)||t.append(ut("b","rank",ae(e.charAt(0)))),t.append(ut("i","suit"),ut("i","pip")),t):t}(e);n.append(i);const c=s+60*a,u=[{transform:`translate(${o.x}px, ${o.y}px) rotate(-4deg) scale(.9)`,opacity:1},{transform:`translate(${(o.x+l.x)/2}px, ${(o.y+l.y)/2-30}px) rotate(3deg) scale(1.08)`,opacity:1},{transform:`translate(${l.x}px, ${l.y}px) rotate(0) scale(.96)`,opacity:1}],d={duration:480,delay:c,easing:"cubic-bezier(.3, .1, .2, 1)",fill:"backwards"};i.animate(u,d).finished.then(()=>i.remove(),()=>i.remove()),r&&r.animate([{opacity:0},{opacity:0}],{duration:c+480})})}const ct=e=>({x:e.x+e.width/2,y:e.y+e.height/2});function ut(e,t,a=""){const n=document.createElement(e);return n.className=t,n.textContent=a,n}function dt({choices:t,chosen:n,isAsking:s,choose:o}){const r=f("button.rank-group");return t.ranks.length?a`<ul class="hand" data-pile aria-label=${e("table.your_hand")} ...${r}>
    ${t.ranks.map(e=>a`<li key=${e.rank??"jokers"}>
        <${$t} rank=${e} isChosen=${null!==e.rank&&n===e.rank}
          isAsking=${s} choose=${({detail:t})=>o(e,0===t)} />
      </li>`)}
  </ul>`:a`<p class="empty-hand">${e("table.no_cards_in_hand")}</p>`}function $t({rank:t,isChosen:n,isAsking:s,choose:o}){const r=a`<span class="fan">
    ${t.cards.map(e=>a`<${Je} key=${e} card=${e} silent=${s} />`)}
  </span>`;if(!s)return a`<span class="rank-group">${r}</span>`;const l=d(t.cards.map(ne)),i=t.rank?e("table.rank_label",{ranks:oe(t.rank),held:l}):l;return a`<button type="button" class="rank-group" aria-pressed=${n} aria-disabled=${!t.isLegal}
      aria-label=${t.why?`${i}. ${e(t.why)}`:i} onClick=${o}
      data-rank=${t.rank??"joker"} title=${t.why?e(t.why):void 0}>
    ${r}
  </button>`}function pt({state:t,names:n,you:s,rules:o,detail:r,skip:l}){const i=Math.min(Math.ceil(t.stock/8),4),c=t.void.length+t.discards.length;return a`<div class="middle">
    ${"all"!==o.deal_table&&a`<div class="stock" data-stock>
      <span class="deck" aria-hidden="true">
        ${i?Array.from({length:i},(e,t)=>a`<${Fe} key=${t} />`):a`<span class="card ghost"></span>`}
      </span>
      <span class="count">${e("table.stock",{count:t.stock})}</span>
    </div>`}
    <div class="telling">
      <p class="situation">${function({phase:t,to_act:a},n,s){if("over"===t)return e("table.over");if(null===a)return e("table.referee_acts");const o=a===s,r=n[a]??"";return"cut"===t?o?e("table.you_cut"):e("table.other_cuts",{name:r}):"answer"===t?o?e("table.you_answer"):e("table.other_answers",{name:r}):o?e("table.your_turn"):e("table.other_turn",{name:r})}(t,n,s)}</p>
      ${r&&a`<p class="detail">${r}</p>`}
      ${c>0&&a`<p class="detail">${e("table.aside",{count:c})}</p>`}
      ${l&&a`<button type="button" class="quiet" onClick=${l}>${e("table.skip")}</button>`}
    </div>
  </div>`}let mt=null;function bt({state:t,seat:n,name:s,player:o,isAway:r=!1===o?.online,isSeries:l,says:i,emote:c,rating:u,known:d,number:$,choice:p,isChosen:m,label:b,choose:h}){const y=t.to_act===n.seat,f=["seat",y&&"to-act",t.turn===n.seat&&"turn",m&&"chosen",n.left&&"left"],k=a`
    <span class="seat-name">
      <${g} name=${s} player=${o} />
      ${u&&a`<span class="rating">${u}</span>`}
      ${r&&"over"!==t.phase&&a`<span class="away">${e("table.away")}</span>`}
      ${y&&a`<span class="flag">${e("table.to_act")}</span>`}
      ${y&&a`<${st} state=${t} />`}
    </span>
    <${ht} seat=${n} />
    <${yt} seat=${n} isSeries=${l} />
    ${d&&a`<${gt} known=${d} />`}
    <${ft} state=${t} seat=${n} />
  `;return a`<li class=${f.filter(Boolean).join(" ")} data-seat=${n.seat}>
    ${p?a`<button type="button" class="place" aria-pressed=${m} aria-disabled=${!p.isLegal}
          aria-label=${b} aria-describedby=${`seat-${n.seat}`} onClick=${h}>
          ${k}
          ${p.isLegal&&a`<kbd class="key" aria-hidden="true">${$}</kbd>`}
        </button>`:a`<div class="place">${k}</div>`}
    <p class="visually-hidden" id=${`seat-${n.seat}`}>${function(t,a){const n=e("table.cards",{count:a.hand_size});return e("table.seat_summary",{cards:n,books:e("table.books",{count:a.books.length}),version:t.version})}(t,n)}</p>
    <${he} emote=${c} />
    ${i&&a`<p class="says" key=${t.version}>${i}</p>`}
  </li>`}function ht({seat:t}){return a`<span class="pile" data-pile>
    ${t.hand?a`<span class="open-hand">${t.hand.map(e=>a`<${Je} key=${e} card=${e} />`)}</span>`:a`<${Ie} count=${t.hand_size} />`}
    <span class="count">${e("table.cards",{count:t.hand_size})}</span>
  </span>`}function yt({seat:t,isSeries:n}){return a`<span class="books" data-books>
    <span class="label">${e("table.books",{count:t.books.length})}</span>
    ${t.books.map((e,t)=>a`<span class="laid" key=${t}>
        ${e.rank?a`<b>${ae(e.rank)}</b>`:a`<span class="book"><${Fe} /></span>`}
      </span>`)}
    ${n&&a`<span class="points">${e("table.points",{count:t.total})}</span>`}
  </span>`}function ft({state:t,seat:n}){const s=function(e,t){const a=[];return t.seat===e.dealer&&e.deal&&a.push({key:"table.note.deals"}),t.left&&a.push({key:t.bot?"table.note.stand_in":"table.note.left"}),t.misses_turns&&a.push({key:"table.note.misses",values:{count:t.misses_turns}}),a}(t,n),o=n.barred.map(ae).join(" ");return s.length||o?a`<span class="notes">
    ${s.map(({key:t,values:n})=>a`<span key=${t}>${e(t,n)}</span>`)}
    ${o&&a`<span>${e("table.note.barred",{ranks:o})}</span>`}
  </span>`:null}function gt({known:t}){const{cards:n,holds:s,lacks:o}=t;return n.length||s.length||o.length?a`<span class="known">
    ${n.length>0&&a`<span>${e("table.known.cards",{cards:n.map(se).join(" ")})}</span>`}
    ${s.length>0&&a`<span>${e("table.known.holds",{ranks:s.map(ae).join(" ")})}</span>`}
    ${o.length>0&&a`<span>${e("table.known.lacks",{ranks:o.map(ae).join(" ")})}</span>`}
  </span>`:null}document.addEventListener("focusin",({target:e})=>{mt=e});const kt={sound:"M3 9v6h4l5 4V5L7 9zM15 8.5a5 5 0 0 1 0 7M17.5 6a8.5 8.5 0 0 1 0 12",mute:"M3 9v6h4l5 4V5L7 9zM16 9.5l5 5M21 9.5l-5 5",larger:"M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",smaller:"M9 4v5H4M20 9h-5V4M15 20v-5h5M4 15h5v5"};function _t(){const{sounds:t}=k(m),{isFull:n,fill:s}=_();return a`<span class="tools">
    <${vt} icon=${t?"sound":"mute"} label=${e("table.sounds")} isOn=${t} act=${()=>m.change({sounds:!t})} />
    ${s&&a`<${vt} icon=${n?"smaller":"larger"} label=${e("table.full_screen")} isOn=${n} act=${s} />`}
  </span>`}function vt({icon:e,label:t,isOn:n,act:s}){return a`<button type="button" class="tool" aria-label=${t} title=${t} aria-pressed=${n} onClick=${s}>
    <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"><path d=${kt[e]} /></svg>
  </button>`}function wt({table:t,state:n,game:o,names:l,isSending:u,problem:d,send:p,skip:m,keysAreOn:b,known:y,emotes:f,sendEmote:g,explain:k,onChoice:_}){const w=i(null);ot(w,t.shownMove,n.you);const x=Oe(t)&&!u&&!n.paused,C=xe(n,{byCard:"card"===o.rules.ask_by,isCurrent:x}),{selection:S,current:M,choose:j,keep:q,clear:T}=function(e,t,a){const[,n]=s({}),o=i({version:t,selection:Ze}),r=()=>o.current.version===t?o.current.selection:Ze,l=e=>{o.current={version:t,selection:e},n({})};return{selection:r(),current:r,choose:t=>{const n=r(),s=tt({...n,...t},e);if(void 0===t.target&&null===n.target)return l(s);const o=et(s,e);o&&a(o),l(o?Ze:s)},keep:l,clear:()=>l(Ze)}}(C,n.version,p);c(()=>_?.(S.rank),[S.rank]);const A=function(e,t){return null===t?[...e]:[...e.slice(t+1),...e.slice(0,t)]}(n.seats,n.you),L=A.map(({seat:e})=>e);(function({choices:t,order:a,current:n,keep:s,send:o,isOn:r,explain:l}){h(()=>{if(!r||"ask"!==t.kind)return;const i=r=>{if(function(e){if(e.defaultPrevented||e.altKey||e.ctrlKey||e.metaKey)return!0;const{target:t}=e;return t instanceof Element&&null!==t.closest("input, textarea, select, dialog, [contenteditable]")}(r))return;const i=n();if("Enter"===r.key){const e=et(function(e,t){const a=t.targets.filter(({isLegal:e})=>e);return null===e.target&&1===a.length?{...e,target:a[0]?.seat??null}:e}(i,t),t);if(!e||function({target:e}){return e instanceof Element&&null!==e.closest("button, a, summary")&&!e.closest(".hand")}(r))return;return r.preventDefault(),s(Ze),void o(e)}const c="Escape"===r.key?Ze:function(e,{choices:t,order:a,selection:n}){const s=e.toUpperCase(),o=t.ranks.find(({rank:e})=>null!==e&&e===n.rank);if(o&&t.byCard&&!n.card){const e=o.wanted.find(e=>e[1]===s);if(e)return{...n,card:e}}const r=o?a[Number(e)-1]:void 0;if(void 0!==r&&t.targets[r]?.isLegal)return{...n,target:r};const l=t.ranks.find(e=>e.isLegal&&null!==e.rank&&at(e.rank).includes(s));return l?{...Ze,rank:l.rank}:null}(r.key,{choices:t,order:a,selection:i});if(!c){const a=function(t,a){const n=Xe.find(e=>at(e).includes(t.toUpperCase()));if(!n)return"";const s=a.ranks.find(e=>e.rank===n);return e(s?.why??"table.why.not_held",{ranks:re(n)})}(r.key,t);return void(a&&l(a))}l(""),r.preventDefault(),s(tt(c,t))};return document.addEventListener("keydown",i),()=>document.removeEventListener("keydown",i)})})({choices:C,order:L,current:M,keep:q,send:p,isOn:b,explain:k}),function(e,t){h(()=>{const{activeElement:a}=document,n=e.current?.querySelector(".own")??null;if(!n)return;if((a&&a!==document.body||!(mt instanceof Element)||mt.isConnected)&&a!==n)return;const s=t?n.querySelector("button.rank-group:not([aria-disabled='true'])"):null,o=s instanceof HTMLElement?s:n;o!==a&&o.focus({preventScroll:!0})})}(w,"ask"===C.kind);const z=function(t){const[a,n]=s(!1);return c(()=>{if(n(!1),!t)return;const a=setTimeout(()=>{n(!0),$(e("table.sending_slow"))},900);return()=>clearTimeout(a)},[t]),a}(u),E=t.shownMove?.events??[],R=null!==o.rules.target_score,B="ask"===C.kind,O=fe(E,{names:l,you:n.you}),H=null===n.you?null:n.seats[n.you],N=H?Ye(E,H.seat):"",D=i(!1);c(()=>{if(!D.current)return;D.current=!1;const e=w.current?.querySelector(".action-bar :is(.one-card, .primary)");e instanceof HTMLElement&&e.focus()});const U=function(e,t){const a=e.filter(({at:e})=>t-Date.parse(e)<9e4),n=a.some(({events:e})=>e.some(({type:e})=>"started"===e)),s=new Set(a.map(({seat:e})=>e));return e=>n||s.has(e)}(t.moves,r.client.now());return a`<section class=${`play ${n.phase} ${n.to_act===n.you&&H?"your-turn":""}`} ref=${w}
      aria-label=${e("table.table")} data-version=${n.version}>
    <ul class="others" aria-label=${e("table.other_players")}>
      ${A.map((s,r)=>{const i=B?C.targets[s.seat]??null:null,c=l[s.seat]??"";return a`<${bt} key=${s.seat} state=${n} seat=${s} name=${c} number=${r+1}
          player=${t.players.find(e=>e.seat===s.seat)} isSeries=${R} isAway=${!1===t.players.find(e=>e.seat===s.seat)?.online&&!U(s.seat)}
          says=${Ye(E,s.seat)} rating=${v(o,s.seat)} known=${y?.[s.seat]??null}
          emote=${f[s.seat]?.emote} choice=${i} label=${(t=>{const{rank:a,card:n}=S;return null===a?e("table.ask_player",{name:t}):e("table.ask_button",{name:t,what:n?e("cards.asked_card",{card:se(n)}):re(a)})})(c)}
          isChosen=${S.target===s.seat} choose=${i&&(()=>(t=>t.isLegal?j({target:t.seat}):k(e(t.why??"")))(i))} />`})}
    </ul>
    <${pt} state=${n} names=${l} you=${n.you} rules=${o.rules}
      detail=${O.join(" ")} skip=${Oe(t)?null:m} />
    ${H&&a`<div class=${"own "+(n.to_act===n.you?"to-act":"")} data-seat=${n.you} role="group" aria-label=${e("table.your_place")} tabindex="-1">
      <div class="own-line">
        <span class="name">${e("table.you")}</span>
        ${n.to_act===n.you&&a`<${st} state=${n} />`}
        <${yt} seat=${H} isSeries=${R} />
        <${ft} state=${n} seat=${H} />
        ${N&&n.to_act!==n.you&&a`<p class="says">${N}</p>`}
        <${he} emote=${f[H.seat]?.emote} />
        <span class="own-tools">
          ${g&&a`<${be} send=${g} />`}
          <${_t} />
        </span>
      </div>
      <${Ke} choices=${C} names=${l} order=${L} selection=${S} asked=${n.asked}
        choose=${j} clear=${T} send=${p} problem=${d} waitingFor=${function(t,a,{isSending:n,isSlow:s}){return t.paused?e("table.paused"):n?e(s?"table.sending_slow":"table.sending"):null===t.to_act?e("table.referee_acts"):t.to_act===t.you?e("table.moment"):e("table.waiting_for",{name:a[t.to_act]??""})}(n,l,{isSending:u,isSlow:z})} />
      <${dt} choices=${C} chosen=${S.rank} isAsking=${B} choose=${(t,a)=>{if(!t.isLegal)return k(e(t.why??""));D.current=a,j({rank:t.rank,card:null})}} />
    </div>`}
  </section>`}const xt=["cheating_or_collusion","abandonment","honour_irregularity","referee_error","abusive_name","other"];function Ct({following:t,names:n,you:o,move:r,close:l}){const{api:i,table:c}=t,[u,d]=s(""),[$,p]=s(!1),m=c.moves.find(({number:e})=>e===r)?.events??[],h=n.map((e,t)=>t).filter(e=>e!==o),y=b(async e=>{const t=new FormData(e),a=t.get("against"),n={move:r,reason:t.get("reason"),words:t.get("words"),against:a?Number(a):null};await i.dispute(n).then(()=>p(!0),e=>d(x(e)))});return a`<${w} title=${e("table.complaint_title")} close=${l}>
    ${$?a`<p role="status">${e("table.complaint_filed")}</p>`:a`<form onSubmit=${y}>
          <p>${e("table.complaint_about",{move:r})} <q>${fe(m,{names:n,you:o}).join(" ")}</q></p>
          ${u&&a`<p class="wrong" role="alert">${u}</p>`}
          <div class="field"><label for="complaint-reason">${e("table.complaint_reason")}</label>
            <select id="complaint-reason" name="reason" required>
              ${xt.map(t=>a`<option key=${t} value=${t}>${e(`table.reason.${t}`)}</option>`)}
            </select></div>
          <div class="field"><label for="complaint-against">${e("table.complaint_against")}</label>
            <select id="complaint-against" name="against">
              <option value="">${e("table.against_none")}</option>
              ${h.map(e=>a`<option key=${e} value=${e}>${n[e]}</option>`)}
            </select></div>
          <div class="field"><label for="complaint-words">${e("table.complaint_words")}</label>
            <textarea id="complaint-words" name="words" rows="4" maxlength=${2e3} required></textarea>
            <p class="hint">${e("table.complaint_hint")}</p></div>
          <p class="actions"><button type="submit" class="primary">${e("table.complaint_send")}</button></p>
        </form>`}
    <${St} api=${i} key=${String($)} />
  <//>`}function St({api:t}){const[n,o]=s([]),r=()=>t.disputes().then(({disputes:e})=>o(e),()=>{});return c(()=>{r()},[]),n.length?a`<section class="earlier">
    <h3>${e("table.disputes")}</h3>
    <ul class="plain">${n.map(e=>a`<${Mt} key=${e.id} dispute=${e} api=${t} changed=${r} />`)}</ul>
  </section>`:null}function Mt({dispute:t,api:n,changed:o}){const[r,l]=s(""),i=t.rulings.at(-1),c="ruled"===t.status&&!t.appeal,u=b(e=>{const a=String(new FormData(e).get("words"));n.appeal(t.id,a).then(o,e=>l(x(e)))});return a`<li class="dispute">
    <p>${C(t.filed_at)}: ${e(`table.reason.${t.reason}`)}. ${e(`table.dispute_status.${t.status}`)}</p>
    ${i&&a`<p><b>${e(`table.ruling.${i.kind}`)}</b> ${i.reasons??""}</p>`}
    ${r&&a`<p class="wrong" role="alert">${r}</p>`}
    ${c&&a`<form onSubmit=${u} class="field">
      <label for=${`appeal-${t.id}`}>${e("table.appeal_words")}</label>
      <textarea id=${`appeal-${t.id}`} name="words" rows="3" maxlength=${2e3} required></textarea>
      <button type="submit">${e("table.appeal")}</button>
    </form>`}
  </li>`}const jt=e=>navigator.clipboard?.writeText(e).then(()=>!0,()=>!1)??!1;function qt({label:t,text:n,isRefused:o=!1}){const r=S(),l=i(null),[u,d]=s(""),$=()=>{d(e("table.copy_by_hand")),l.current?.focus(),l.current?.select()};return c(()=>{o&&$()},[o]),a`<div class="field">
    <label for=${r}>${t}</label>
    <div class="copy">
      <input id=${r} ref=${l} readonly value=${n} aria-describedby=${`${r}-report`} onFocus=${()=>l.current?.select()} />
      <button type="button" onClick=${async()=>await jt(n)?d(e("table.copied")):$()}>${e("table.copy")}</button>
    </div>
    <p class="hint" role="status" id=${`${r}-report`}>${u}</p>
  </div>`}function Tt({button:t,label:n,text:o}){const[r,l]=s(null);return c(()=>l(null),[o]),a`<button type="button" onClick=${async()=>{const t=await jt(o);l(t),t&&$(e("table.copied"))}}>${t}</button>
    ${r&&a`<span class="hint">${e("table.copied")}</span>`}
    ${!1===r&&a`<${qt} label=${n} text=${o} isRefused />`}`}function At(e,t,{x:a,y:n,size:s,most:o}){e.font=`650 ${s}px system-ui, sans-serif`,e.fillText(t,a,n,o)}function Lt({game:t,title:n,rows:o}){const[r,l]=s(""),i=t.watch_code?`#${new URLSearchParams({watch:t.watch_code})}`:"",c=new URL(`/games/${t.id}/replay${i}`,location.href).href;return a`<${Tt} button=${e("table.share_link")} label=${e("table.share_label")} text=${c} />
    <button type="button" onClick=${async()=>{const a=await function({title:e,rows:t,foot:a}){const n=document.createElement("canvas");[n.width,n.height]=[1200,630];const s=n.getContext("2d");if(!s)return Promise.resolve(null);const o=s.createRadialGradient(600,210,50,600,315,750);return o.addColorStop(0,"#3b6d60"),o.addColorStop(1,"#21433a"),s.fillStyle=o,s.fillRect(0,0,1200,630),s.textBaseline="middle",s.fillStyle="#f6c453",At(s,e,{x:80,y:110,size:68,most:1040}),t.slice(0,6).forEach(({name:e,score:t,isWinner:a},n)=>{const o=210+62*n;s.fillStyle=a?"#f6c453":"#f5f8f3",At(s,e,{x:80,y:o,size:40,most:870}),s.textAlign="right",At(s,t,{x:1120,y:o,size:40,most:150}),s.textAlign="left"}),s.fillStyle="#d3dfd7",At(s,a,{x:80,y:585,size:28,most:1040}),new Promise(e=>n.toBlob(e,"image/png"))}({title:n,rows:o,foot:`${e("common.name")} · ${location.host}`});if(!a)return;const s=new File([a],`go-fish-${t.id}.png`,{type:"image/png"});if(matchMedia("(pointer: coarse)").matches&&navigator.canShare?.({files:[s]}))return navigator.share({files:[s],title:n,url:c}).catch(()=>{});M(s,s.name),l(e("table.picture_kept")),$(e("table.picture_kept"))}}>${e("table.share_picture")}</button>
    ${r&&a`<span class="hint">${r}</span>`}`}let zt=class{constructor(e){this.winner=e,this.books=new Map,this.ask=null,this.run={seat:-1,length:0},this.streak=null,this.steal=null,this.decisive=null}take(e,t){const{type:a}=e;"dealt"===a?this.deal():"asked"===a?this.asked(e,t):"cards_given"===a?this.given(e):"go_fish"===a?this.run={seat:-1,length:0}:"book_made"===a?this.booked(e.seat,1):"book_voided"===a&&this.booked(e.seat,-1)}deal(){this.books.clear(),this.ask=this.decisive=null,this.run={seat:-1,length:0}}asked({seat:e,target:t,rank:a,card:n},s){this.ask={number:s,seat:e,target:t,what:n?{card:n}:{rank:a}},this.run.seat!==e&&(this.run={seat:e,length:0})}given({to:e,cards:t}){this.ask&&this.ask.seat===e&&(this.run={seat:e,length:this.run.length+1},this.run.length>1&&this.run.length>(this.streak?.length??0)&&(this.streak=this.run),t.length>=(this.steal?.count??1)&&(this.steal={ask:this.ask,count:t.length}))}booked(e,t){this.books.set(e,(this.books.get(e)??0)+t);const a=this.books.get(this.winner)??0;[...this.books].every(([e,t])=>e===this.winner||t<a)?a>0&&(this.decisive??=this.ask):this.decisive=null}};function Et({following:t,names:n,you:s,winners:o}){const{table:r,readEarlier:l}=t,u=i(0),d=r.moves[0]?.number??1;if(c(()=>{r.hasHistory&&d>1&&u.current++<8&&l().catch(()=>{})},[r.hasHistory,d]),d>1)return null;const $=function({streak:t,steal:a,decisive:n},s,o){const r=(t,a,n)=>e(`table.${t}${a===o?"_you":""}`,{name:s[a]??"",...n}),l=({number:t,target:a,what:{rank:n,card:r}})=>({other:a===o?e("table.story_you"):s[a]??"",what:r?e("cards.asked_card",{card:se(r)}):re(n??""),move:t});return[t&&r("story_streak",t.seat,{count:t.length}),a&&r("story_steal",a.ask.seat,{...l(a.ask),count:a.count}),n&&r("story_decisive",n.seat,l(n))].filter(e=>null!==e)}(function(e,t){const a=new zt(1===t.length?t[0]??-1:-1);for(const t of e)for(const e of t.events)a.take(e,t.number);return{streak:a.streak,steal:a.steal,decisive:a.decisive}}(r.moves,o),n,s);return $.length?a`<ul class="story" aria-label=${e("table.story")}>${$.map(e=>a`<li key=${e}>${e}</li>`)}</ul>`:null}const Rt=["hearts","spades","diamonds","clubs"];function Bt({following:t,state:n,game:o,names:l,tournament:u}){const{api:d,run:p,isSending:m}=t,b=i(null),[h,f]=s(!1);c(()=>b.current?.focus({preventScroll:!1}),[]);const _=function({refresh:t},a){const n=i(0),[o,l]=s(""),{changes:u}=k(q),d=i(u);return c(()=>{u===d.current||a||t(),d.current=u},[u]),c(()=>{if(!a)return;(async()=>{const t=await r.client.get("/games/{game_id}",{params:{game_id:a}}),n=null===t.host?"":j(t.players,t.seats)[t.host]??"";l(n),n&&$(e("table.wants_rematch",{name:n}))})().catch(()=>{})},[a]),c(()=>{if(a||r.pupil)return;const e=setInterval(()=>{document.hidden||(n.current+=1,n.current>60?clearInterval(e):t())},1e4);return()=>clearInterval(e)},[a]),o}(t,o.rematch),v=function(e,t){return{scores:t.scores??e.series?.totals??e.result?.scores??[],winners:t.winners??e.series?.winners??e.result?.winners??[]}}(n,o),w=function(e,t){const[a,n]=s(null),o=e.rematch_of;return c(()=>{const a=new AbortController;return o&&(async()=>{const s=[t];for(let e=o;e&&s.length<12;){const{winners:t,rematch_of:n}=await r.client.get("/games/{game_id}",{params:{game_id:e},signal:a.signal});s.push(t??[]),e=n}const l=Array.from({length:e.seats},(e,t)=>t);n({games:s.length,wins:l.map(e=>s.filter(t=>t.includes(e)).length)})})().catch(()=>{}),()=>a.abort()},[o,t.join()]),a}(o,v.winners),x=n.you??t.table.players.find(({player:e})=>null!==e&&e===r.account?.username)?.seat,C=j(t.table.players,l.length),S=function(e,t){const a=a=>(t.includes(a)?1e3:0)+(e[a]??0),n=e.map((e,t)=>t).sort((e,t)=>a(t)-a(e));return n.map(t=>({seat:t,score:e[t]??0,place:1+n.filter(e=>a(e)>a(t)).length}))}(v.scores,v.winners),M=Nt(v,l,n.you),A=null!==o.rules.target_score;return a`<section class=${"ending panel "+(null!=x&&v.winners.includes(x)?"won":"")} aria-labelledby="ending-title">
    <${Ht} />
    <h2 id="ending-title" tabindex="-1" ref=${b}>${M}</h2>
    ${n.result&&!r.pupil&&a`<p class="hint">${e(`events.why_over.${n.result.reason}`)}</p>`}
    <${Et} following=${t} names=${l} you=${n.you} winners=${v.winners} />
    <table>
      <thead><tr>
        <th scope="col">${e("table.place")}</th><th scope="col">${e("table.player")}</th>
        <th scope="col" class="number">${e(A?"table.points_title":"table.books_title")}</th>
        ${w&&a`<th scope="col" class="number">${e("table.evening",{count:w.games})}</th>`}
      </tr></thead>
      <tbody>
        ${S.map(({seat:s,place:o,score:i})=>a`<tr key=${s} class=${v.winners.includes(s)?"winner":""}>
            <td>${y(o)}</td>
            <th scope="row"><${g} name=${l[s]} player=${t.table.players.find(e=>e.seat===s)} />${s===x&&a` <span class="badge">${e("table.you")}</span>`}
              ${n.seats[s]?.left&&!r.pupil&&a` <span class="hint">${e("table.note.left")}</span>`}</th>
            <td class="number">${y(i)}</td>
            ${w&&a`<td class="number">${y(w.wins[s]??0)}</td>`}
          </tr>`)}
      </tbody>
    </table>
    ${_&&a`<p class="wants-rematch">${e("table.wants_rematch",{name:_})}</p>`}
    ${r.pupil?a`<p class="wants-rematch">${e("table.next_round_soon")}</p>`:a`<${Ot} state=${n} game=${o} tournament=${u} isDisabled=${m||h} rematch=${async()=>{f(!0),await p(async()=>{const e=await d.rematch();T(`/games/${e.state.game}`)})}}
          share=${a`<${Lt} game=${o} title=${Nt(v,l,null)} rows=${S.map(({seat:e,score:t})=>({name:C[e]??"",score:y(t),isWinner:v.winners.includes(e)}))} />`} />`}
  </section>`}function Ot({state:t,game:n,tournament:s,isDisabled:o,rematch:r,share:l}){return a`
    <div class="actions">
      ${s?a`<a class="button primary" href=${`/tournaments/${encodeURIComponent(s)}`}>${e("table.to_tournament")}</a>`:a`<button type="button" class="primary" disabled=${o} onClick=${r}>
            ${e(n.rematch?"table.accept_rematch":"table.rematch")}
          </button>`}
      ${"unavailable"!==n.analysis&&a`<a class="button" href=${`/games/${t.game}/replay#analysis=1`}>${e("table.luck_and_accuracy")}</a>`}
      <a class="button" href=${`/games/${t.game}/replay`}>${e("table.replay")}</a>
      ${l}
      <a class="button" href=${`/games/${t.game}/replay#verify=1`}>${e("table.verify")}</a>
      <a class="button quiet" href="/how-to-play">${e("learn.title")}</a>
      <a class="button quiet" href="/">${e("common.to_start")}</a>
    </div>
    ${"unavailable"===n.analysis&&a`<p class="hint">${e("table.no_analysis")}</p>`}
  `}function Ht(){return a`<span class="celebration" aria-hidden="true">
    ${Array.from({length:24},(e,t)=>a`<i key=${t} style=${{"--at":t}} class=${Rt[t%Rt.length]}></i>`)}
  </span>`}function Nt({winners:t},a,n){return null!==n&&t.includes(n)?e(1===t.length?"table.you_won":"table.you_shared"):t.length?e("events.winners",{count:t.length,names:d(t.map(e=>a[e]??""))}):e(r.pupil?"table.round_over":"events.winners_none")}function Dt({table:t,names:n,you:o,readEarlier:r,complain:l}){const[i,c]=s(40),u=f(".report"),d=t.shown?.version??0,$=t.moves.filter(({number:e})=>e<=d).map(e=>({move:e,words:fe(e.events,{names:n,you:o})})).filter(({words:e})=>e.length),p=$.slice(-i).reverse(),m=p.length<$.length||(t.moves[0]?.number??1)>1;return a`<section class="history" aria-labelledby="history-title">
    <h2 id="history-title">${e("table.history")}</h2>
    <ol class="moves" reversed aria-labelledby="history-title" tabindex=${l?void 0:0} ...${u}>
      ${p.map(({move:t,words:n})=>a`<li key=${t.number} value=${t.number}>
          <p>${n.join(" ")}</p>
          ${l&&a`<button type="button" class="report" onClick=${()=>l(t.number)}
            aria-label=${e("table.complain_at",{move:t.number})} title=${e("table.complain_at",{move:t.number})}>
            <time datetime=${t.at}>${C(t.at,{timeStyle:"short"})}</time>
            <span aria-hidden="true">⚑ ${y(t.number)}</span>
          </button>`}
        </li>`)}
    </ol>
    ${m&&!t.hasHistory&&a`<p class="loading">${e("common.loading")}</p>`}
    ${m&&t.hasHistory&&a`<p><button type="button" class="quiet" onClick=${async()=>{i>=$.length&&await r(),c(i+40)}}>${e("table.earlier")}</button></p>`}
  </section>`}function Ut(t){const{state:n,game:o}=t,[l,i]=s(!1);return r.pupil||null===n.you||"private"!==o.visibility||!o.spectators?null:a`<button type="button" onClick=${()=>i(!0)}>${e("table.watchers")}</button>
    ${l&&a`<${Yt} ...${t} close=${()=>i(!1)} />`}`}function Yt({following:t,state:n,game:o,close:r}){const{api:l,refresh:i}=t,[u,d]=s(""),[$,p]=s(""),[m,b]=s(!1);c(()=>{i()},[]);const h=n.seats.find(({taken:e,bot:t,left:a})=>e&&null===t&&!a)?.seat===n.you,y=o.watch_code,f=y&&`${location.origin}/games/${o.id}#${new URLSearchParams({watch:y})}`,g=async(e,t)=>{b(!0),p(""),d(""),await e().then(()=>d(t),e=>p(x(e))),await i(),b(!1)};return a`<${w} title=${e("table.watchers_title")} close=${r}>
    <p>${e(y||h?"table.watchers_text":"table.watchers_none")}</p>
    ${y&&a`<${qt} label=${e("table.watch_link")} text=${f} />`}
    ${h&&y&&a`<p class="hint">${e("table.watch_link_hint")}</p>`}
    ${h&&a`<p class="actions">
      <button type="button" class=${y?"":"primary"} disabled=${m} onClick=${()=>g(l.renewWatchCode,e(y?"table.watch_link_renewed":"table.watch_link_made"))}>
        ${e(y?"table.watch_link_renew":"table.watch_link_make")}
      </button>
      ${y&&a`<button type="button" class="danger" disabled=${m} onClick=${()=>g(l.revokeWatchCode,e("table.watch_link_revoked"))}>${e("table.watch_link_revoke")}</button>`}
    </p>`}
    ${$&&a`<p class="wrong" role="alert">${$}</p>`}
    <p role="status">${u}</p>
  <//>`}function Pt({following:t,state:n,game:o,names:l,complain:i}){const[c,u]=s(""),{act:d,isSending:$}=t,p=xe(n,{byCard:!1,isCurrent:!$}),m=()=>u("");return a`<section class="menu" aria-label=${e("table.more")}>
    <div class="menu-buttons">
      ${p.misdeals.length>0&&a`<button type="button" onClick=${()=>u("misdeal")}>${e("table.misdeal")}</button>`}
      ${p.exposable.length>0&&a`<button type="button" onClick=${()=>u("expose")}>${e("table.expose")}</button>`}
      ${!r.pupil&&a`<button type="button" onClick=${i}>${e("table.something_wrong")}</button>`}
      <${Ut} following=${t} state=${n} game=${o} />
      <button type="button" onClick=${()=>u("settings")}>${e("table.settings")}</button>
      ${p.mayResign&&!r.pupil&&a`<button type="button" onClick=${()=>u("resign")}>${e("table.resign")}</button>`}
    </div>
    ${"resign"===c&&a`<${A} title=${e("table.resign_title")} confirm=${e("table.resign_now")} onConfirm=${()=>{d({type:"resign"}),m()}} close=${m}>
      <p>${e("table.resign_text")}</p>
    <//>`}
    ${"misdeal"===c&&a`<${w} title=${e("table.misdeal")} close=${m}>
      <p>${e("table.misdeal_text")}</p>
      <p class="actions">${p.misdeals.map(t=>a`<button type="button" key=${t} onClick=${()=>{d({type:"misdeal",reason:t}),m()}}>${e(`table.misdeal_reason.${t}`)}</button>`)}</p>
    <//>`}
    ${"expose"===c&&a`<${w} title=${e("table.expose")} close=${m}>
      <p>${e("table.expose_text")}</p>
      <ul class="wanted">${p.exposable.map(e=>a`<li key=${e}><button type="button" class="one-card" aria-label=${ne(e)} onClick=${()=>{d({type:"expose",card:e}),m()}}><${Je} card=${e} silent /></button></li>`)}</ul>
    <//>`}
    ${"settings"===c&&a`<${Jt} following=${t} state=${n} game=${o} names=${l} close=${m} />`}
  </section>`}function Jt({following:t,state:n,game:o,names:l,close:i}){const{notifications:c}=k(m),[u,d]=s(!1);return a`<${w} title=${e("table.settings_title")} close=${i}>
    <${J} game=${o} rated=${n.rated} />
    <${L} name="keys" label=${e("table.keys")} />
    <p class="hint">${e("table.keys_hint")}</p>
    <${L} name="sounds" label=${e("table.sounds")} />
    ${!r.pupil&&a`<${z} label=${e("table.notifications")} isOn=${c} set=${async e=>{const t=e&&"Notification"in globalThis&&"granted"===await Notification.requestPermission();m.change({notifications:t}),d(e&&!t)}} />
      <p class="hint" role="status">${u&&e("table.notifications_refused")}</p>`}
    ${o.emotes&&a`<${L} name="emotes" label=${e("table.emotes_shown")} />`}
    ${o.aids&&a`<${L} name="aids" label=${e("table.aids")} />
      <p class="hint">${e("table.aids_hint")}</p>`}
    <${Ft} following=${t} state=${n} names=${l} />
  <//>`}function Ft({following:t,state:n,names:o}){const[l,i]=s([]),[c,u]=s(""),d=t.table.players.filter(({seat:e,player:t})=>null!==t&&e!==n.you);return!d.length||null===n.you||r.pupil?null:a`<h3>${e("table.block_title")}</h3>
    <p class="hint">${e("table.block_hint")}</p>
    ${c&&a`<p class="wrong" role="alert">${c}</p>`}
    <ul class="plain">${d.map(({seat:n,player:s})=>{const r=o[n]??"",c=l.includes(s??"");return a`<li key=${n}><button type="button" disabled=${c} onClick=${()=>((a,n)=>t.api.block(a).then(()=>{i([...l,a]),$(e("table.blocked",{name:n}))},e=>u(x(e))))(s??"",r)}>
        ${e(c?"table.blocked":"table.block",{name:r})}</button></li>`})}</ul>`}const It=new Set(["game_over","game_closed"]);function Kt(t){if(null===t||It.has(t))return"";const a=`table.end.${t}`;return e(u(a)?a:"table.stream_ended")}function Vt({end:t}){const n=Kt(t);return n&&a`<div class="fault" role="alert">
    <p>${n}</p>
    <p class="actions">
      <button type="button" onClick=${()=>location.reload()}>${e("table.load_again")}</button>
      ${!r.pupil&&a`<a class="button quiet" href="/">${e("common.to_start")}</a>`}
    </p>
  </div>`}function Wt(){return p(e("table.seat_lost_title")),a`<div class="narrow panel" role="alert">
    <h1>${e("table.seat_lost_title")}</h1>
    <p>${e("table.end.seat_left")}</p>
    ${!r.pupil&&a`<p class="actions">
      <a class="button primary" href="/lobby">${e("table.other_tables")}</a>
      <a class="button" href="/">${e("common.to_start")}</a>
    </p>`}
  </div>`}function Gt({following:t,game:n,isHost:o}){const{api:r,run:l}=t,[i,u]=s(null),[d,$]=s([]),[p,m]=s(""),h=()=>r.invitations().then(({invitations:e})=>$(e),()=>{});return c(()=>{"lobby"===n.status&&(r.link().then(u,()=>{}),o&&h())},[o,n.join_code,n.status]),a`<section class="panel invite" aria-labelledby="invite-title">
    <h2 id="invite-title">${e("table.invite_title")}</h2>
    ${i&&a`<div class="share">
      <img class="qr" src=${`data:image/svg+xml,${encodeURIComponent((y=i.qr,y.includes("xmlns=")?y:y.replace("<svg",'<svg xmlns="http://www.w3.org/2000/svg"')))}`} alt=${e("table.qr")} width="148" height="148" />
      <div class="share-words">
        ${i.join_code&&a`<p>${e("table.code")} <b class="code">${i.join_code}</b></p>`}
        <${qt} label=${e("table.link")} text=${i.url} />
      </div>
    </div>`}
    ${o&&a`<form class="field" onSubmit=${b(async()=>{await l(()=>r.invite(p))&&m(""),h()})}>
      <label for="invite-player">${e("table.invite_by_name")}</label>
      <div class="copy">
        <input id="invite-player" value=${p} autocomplete="off" maxlength="150" required
          onInput=${e=>m(e.currentTarget.value)} />
        <button type="submit">${e("table.invite")}</button>
      </div>
    </form>
    ${d.length>0&&a`<ul class="plain">
      ${d.map(t=>a`<li key=${t.player}>${t.declined_at?e(t.reason?`table.declined.${t.reason}`:"table.declined.none",{name:t.player}):e("table.invited",{name:t.player})}</li>`)}
    </ul>`}`}
  </section>`;var y}const Qt="memory";function Xt({following:t,state:n,game:o,fragment:r}){const{api:l,run:i,refusal:u,isSending:d}=t,m=null!==n.you,b=m&&o.host===n.you,h=n.seats.filter(e=>e.taken).length,y=n.seats.length-h,f=E(t.table.players,n.seats.length),g=b&&h>=Math.max(2,o.rules.players_min??2)&&y>0,{data:k}=R(),[_,v]=s(!1);var w;p(e("table.waiting_title")),function(t,a){const n=t.seats.flatMap(e=>e.taken?[a[e.seat]??""]:[]),[o,r]=s(n);c(()=>{for(const t of n)o.includes(t)||$(e("table.sat_down",{name:t}));for(const t of o)n.includes(t)||$(e("table.got_up",{name:t}));r(n)},[n.join("\n")])}(n,f),w=m?o.join_code:null,c(()=>{w&&T(`#${new URLSearchParams({code:w})}`,{replace:!0})},[w]);const x=e=>{const t=r.get("code")??r.get("join_code");return i(()=>l.join({...void 0!==e&&{seat:e},...t&&{join_code:t}}))};return t.table.hasLostSeat&&!_?a`<${Wt} />`:a`<div class="waiting-room">
    <h1>${e("table.waiting_title")}</h1>
    ${!_&&a`<${Vt} end=${t.table.end} />`}
    ${u&&a`<${B} error=${u} />`}
    <p class="lead">${y?e("table.waiting",{count:y}):e("table.starting")}</p>
    ${m&&y>0&&a`<${Gt} following=${t} game=${o} isHost=${b} />`}
    <ul class="chairs" aria-label=${e("table.seats")}>
      ${n.seats.map(e=>a`<${Zt} key=${e.seat} seat=${e} name=${f[e.seat]??""} player=${t.table.players.find(t=>t.seat===e.seat)} isYou=${e.seat===n.you}
          isHost=${e.seat===o.host} mayManage=${b&&!d} mayJoin=${!m&&!d}
          levels=${o.allow_bots?k?.levels??[Qt]:[]} following=${t} join=${()=>x(e.seat)} />`)}
    </ul>
    <p class="actions">
      ${!m&&y>0&&a`<button type="button" class="primary big" onClick=${()=>x(void 0)}>${e("table.join")}</button>`}
      ${g&&a`<button type="button" class="primary" onClick=${()=>i(l.start)}>${e("table.start_now",{count:h})}</button>`}
      <${Ut} following=${t} state=${n} game=${o} />
      ${m&&a`<button type="button" onClick=${async()=>{v(!0),await i(l.leave)?T("/"):v(!1)}}>${e("table.leave")}</button>`}
    </p>
    <${J} game=${o} isOpen=${!0} />
    ${n.deadline&&a`<p class="hint">${e("table.lobby_ends",{time:C(n.deadline)})}</p>`}
  </div>`}function Zt({seat:t,name:n,player:o,isYou:r,isHost:l,mayManage:i,mayJoin:c,levels:u,join:d,following:$}){const{api:p,run:m}=$,[h,y]=s(Qt),f=t.seat+1;return t.taken?a`<li class="chair taken">
      <span class="chair-name"><${g} name=${n} player=${o} />${r&&a` <span class="badge">${e("table.you")}</span>`}
        ${l&&a` <span class="hint">${e("table.host")}</span>`}</span>
      ${i&&!r&&a`<button type="button" class="quiet" onClick=${()=>m(()=>p.empty(t.seat))}>
        ${e("table.remove",{name:n})}</button>`}
    </li>`:a`<li class="chair">
    <span class="chair-name">${e("table.empty_seat",{seat:f})}</span>
    ${c&&a`<button type="button" onClick=${d}>${e("table.sit_here")}</button>`}
    ${i&&u.length>0&&a`<form class="seat-bot" onSubmit=${b(()=>m(()=>p.seatBot(h,t.seat)))}>
      <label class="visually-hidden" for=${`level-${f}`}>${e("table.bot_level",{seat:f})}</label>
      <select id=${`level-${f}`} value=${h} onChange=${e=>y(e.currentTarget.value)}>
        ${u.map(e=>a`<option key=${e} value=${e}>${O(e)}</option>`)}
      </select>
      <button type="submit">${e("table.seat_bot")}</button>
    </form>`}
  </li>`}const ea={ask:{tones:[{at:0,hertz:392,seconds:.14},{at:.1,hertz:523,seconds:.2}]},give:{tones:[{at:0,hertz:330,to:494,seconds:.18,shape:"triangle"}]},catch:{tones:[{at:.05,hertz:523,to:1047,seconds:.25,shape:"triangle"}],splash:.12,tap:[30]},fish:{tones:[{at:0,hertz:330,to:130,seconds:.22}],splash:.3},book:{tones:[523,659,784].map((e,t)=>({at:.09*t,hertz:e,seconds:.3})),tap:[20,40,20]},turn:{tones:[{at:0,hertz:659,seconds:.4},{at:.14,hertz:880,seconds:.5}],tap:[40]},end:{tones:[523,659,784,1047].map((e,t)=>({at:.15*t,hertz:e,seconds:.5,shape:"triangle"})),tap:[40,60,80]}},ta={asked:"ask",cards_given:"give",go_fish:"fish",book_made:"book",game_over:"end",series_over:"end"};let aa=null;function na(e,{at:t,hertz:a,to:n,seconds:s,shape:o="sine"},r){const l=r+t,i=new OscillatorNode(e,{frequency:a,type:o});n&&i.frequency.exponentialRampToValueAtTime(n,l+s),i.connect(sa(e,l,s)).connect(e.destination),i.start(l),i.stop(l+s)}function sa(e,t,a){const n=new GainNode(e,{gain:0});return n.gain.setValueAtTime(.12,t),n.gain.exponentialRampToValueAtTime(.001,t+a),n}const oa=6e5,ra=(e,t)=>r.client.get(e,t),la=(e,t)=>r.client.post(e,t);let ia=0;function ca(e,t,{watchCode:a,ready:n,emotes:o=!0}={}){const[l,u]=H(Be,Re),[d,$]=s(null),[p,m]=s(0);return h(()=>{const s=new AbortController,{signal:l}=s;$(null);const i={game_id:t},{token:c}=e,d=[],p=e=>{1===d.push(e)&&setTimeout(()=>d.splice(0).forEach(u))},b=async t=>{const n={after:Math.max(t-60,0),limit:60},{moves:s}=await e.get("/games/{game_id}/moves",{params:i,query:n,signal:l,watchCode:a});u({type:"history",data:s.filter(({number:e})=>e<=t)})};return Promise.all([(async()=>{const t=await e.get("/games/{game_id}",{params:i,signal:l,watchCode:a});await n,p({type:"game",data:t})})(),(async()=>{const s=new N({longest:4e3}),i=e.followGame(t,{state:!0,emotes:o,signal:l,onConnection:({state:e})=>p({type:"connection",data:"waiting"===e?"lost":e}),watchCode:a,waits:s});let d=!0;for await(const t of i){if(await n,d&&"end"===t.type&&e.token!==c)return;d&&"state"===t.type&&(d=!1,b(t.data.version).catch(()=>l.aborted||u({type:"history",data:[]}))),"time"===t.type&&r.client.sender.setClock(t.data.now),"emote"===t.type?ua(t.data,u):p(t)}})()]).catch(async t=>{await n,l.aborted||(e.token===c?$(t):m(e=>e+1))}),()=>s.abort()},[e,t,a,p,o]),function(e,t){const a=i(0),n=e.queue[0]?.move,s=void 0!==n&&null!==n.seat&&n.seat===e.state?.you;c(()=>{if(Oe(e))return;const n=()=>{a.current=performance.now(),t({type:"step"})},o=Math.max(1300-120*e.queue.length,450),r=s||rt()||document.hidden?0:a.current+o-performance.now();if(r<=0)return n();const l=setTimeout(n,r);return()=>clearTimeout(l)},[n?.number,e.queue.length]),c(()=>{const e=()=>document.hidden||t({type:"catch_up"});return document.addEventListener("visibilitychange",e),()=>document.removeEventListener("visibilitychange",e)},[])}(l,u),{table:l,dispatch:u,fault:d,retry:()=>m(e=>e+1),skip:()=>u({type:"catch_up"})}}function ua(e,t){const a={...e,id:++ia};t({type:"emote",data:a}),setTimeout(()=>t({type:"emote_over",data:a}),6e3)}class da{constructor(){this.cards=new Set,this.holds=new Set,this.lacks=new Set}gain(e){for(const t of e)this.cards.add(t),this.lacks.delete(Q(t)??"")}lose(e){for(const t of e)this.cards.delete(t),this.holds.delete(Q(t)??"")}known(){const e=new Set([...this.cards].map(Q));return{cards:Z([...this.cards]),holds:[...this.holds].filter(t=>!e.has(t)),lacks:[...this.lacks]}}}await Promise.all([P(new URL("./table.css",import.meta.url)),P(new URL("./table.css",import.meta.url))]);const $a={};function pa(t){const n=t.params.id??"",o=function(e){const{emotes:t}=k(m),{dispatch:a,...n}=ca(r.client,e,{ready:r.ready,emotes:t}),{table:o}=n,[l,i]=s(null),[u,d]=s(0),[$]=s(()=>function(e){const t={game_id:e},a=()=>r.client,n=({path:t})=>t.startsWith(`/games/${e}/`);return{id:e,read:()=>ra("/games/{game_id}",{params:t}),async movesBefore(e){const a=Math.max(e-1-100,0),n=e-1-a;return n<1?[]:(await ra("/games/{game_id}/moves",{params:t,query:{after:a,limit:n}})).moves},command:({type:e,...a},n)=>la(`/games/{game_id}/${e}`,{params:t,body:a,version:n,patience:oa}),hasUnanswered:()=>a().unanswered().some(n),async settle(){const e=(await a().settle({patience:oa})).filter(({command:e})=>n(e));return e.findLast(({answer:e})=>e?.data?.moves)?.answer?.data??null},join:async e=>(await r.needAccount(),la("/games/{game_id}/join",{params:t,body:e})),leave:()=>la("/games/{game_id}/leave",{params:t,body:{}}),start:()=>la("/games/{game_id}/start",{params:t,body:{}}),rematch:()=>la("/games/{game_id}/rematch",{params:t,body:{}}),seatBot:(e,a)=>la("/games/{game_id}/bots",{params:t,body:{level:e,seat:a}}),empty:e=>a().delete("/games/{game_id}/seats/{seat}",{params:{...t,seat:e}}),invite:e=>la("/games/{game_id}/invitations",{params:t,body:{player:e}}),invitations:()=>ra("/games/{game_id}/invitations",{params:t}),link:()=>ra("/games/{game_id}/invitation_link",{params:t}),renewWatchCode:()=>la("/games/{game_id}/watch_code",{params:t}),revokeWatchCode:()=>a().delete("/games/{game_id}/watch_code",{params:t}),emote:e=>la("/games/{game_id}/emotes",{params:t,body:{emote:e}}),disputes:()=>ra("/games/{game_id}/disputes",{params:t}),dispute:e=>la("/games/{game_id}/disputes",{params:t,body:e}),appeal:(e,t)=>la("/disputes/{dispute_id}/appeal",{params:{dispute_id:e},body:{words:t}}),block:e=>a().put("/me/blocks/{username}",{params:{username:e}})}}(e)),p=o.state?.version??0,b=o.state?.phase,h=o.players.map(({player:e,bot:t})=>e??t).join();c(()=>{b&&o.game&&o.game.version!==p&&$.read().then(e=>a({type:"game",data:e}),()=>{})},[b,"lobby"===b?p:0,h]);const y=null!==o.state;async function f(e){d(e=>e+1),i(null);try{const t=await e();return t&&a({type:"answer",data:t}),!0}catch(e){return i(e),!1}finally{d(e=>e-1)}}return c(()=>{y&&$.hasUnanswered()&&f($.settle)},[y]),{...n,refusal:l,isSending:u>0,act:e=>{f(()=>$.command(e,p))},run:e=>f(async()=>{const t=await e();return t?.moves&&t?.state?t:null}),refresh:()=>$.read().then(e=>a({type:"game",data:e}),()=>{}),readEarlier:async()=>{const e=o.moves[0]?.number??1,t=await $.movesBefore(e);return a({type:"history",data:t}),(t[0]?.number??1)>1},api:$}}(n),{table:l,fault:i,retry:u}=o,{shown:d,game:$}=l,p=i instanceof Y&&"game_not_found"===i.code;return p&&"lobby"===d?.phase&&null!==d.you?a`<${Wt} />`:p?a`<${ma} id=${n} code=${t.fragment.get("code")} />`:i?a`<h1>${e("table.game")}</h1><${B} error=${i} retry=${u} />`:d&&$?"closed"===d.phase?a`<${ga} />`:"lobby"===d.phase?a`<${Xt} following=${o} state=${d} game=${$} fragment=${t.fragment} />`:d.spectator&&!function({players:e}){if(r.pupil)return!0;const t=r.account?.username;return void 0!==t&&e.some(({player:e})=>e===t)}(l)?a`<${ka} ...${t} watched=${o} />`:a`<${ba} following=${o} state=${d} game=${$} isLesson=${t.fragment.has("lesson")}
    tournament=${t.fragment.get("tournament")} />`:a`<h1 class="visually-hidden">${e("table.game")}</h1><p class="loading" role="status">${e("common.loading")}</p>`}function ma({id:t,code:n}){return c(()=>{n&&T(D(t,n),{replace:!0})},[n]),p(e("table.game")),n?null:a`<${U} game=${t} />`}function ba({following:t,state:n,game:o,isLesson:l,tournament:u}){const{table:d,refusal:$,isSending:b,act:h,skip:y}=t,f=E(d.players,n.seats.length),{you:g}=n,[_,v]=s({text:"",version:0}),{keys:w,aids:C,emotes:S}=k(m),M=S&&!0===o.emotes&&null!==g&&"over"!==n.phase,j=function({table:e,readEarlier:t},a,n,s){const o=s&&!0===n.aids&&"over"!==a.phase,r=e.moves[0]?.number??1;if(c(()=>{o&&e.hasHistory&&r>1&&t()},[o,e.hasHistory,r]),!o||r>1)return null;const l=e.moves.filter(({number:e})=>e<=a.version),{transfer:i,ask_held_card:u}=n.rules;return function(e,t,a){let n=Array.from({length:t},()=>new da),s=null;for(const o of e.flatMap(({events:e})=>e)){const e=n[o.seat]??new da;switch(o.type){case"dealt":n=Array.from({length:t},()=>new da);break;case"asked":s=o,a.isBluffAllowed&&o.card||e.holds.add(o.rank),e.lacks.delete(o.rank);break;case"cards_given":e.lose(o.cards),n[o.to]?.gain(o.cards),"all"!==a.transfer||s?.card||e.lacks.add(s?.rank??"");break;case"go_fish":s?.card||e.lacks.add(s?.rank??"");break;case"card_drawn":o.public?e.gain([o.card]):e.lacks.clear();break;case"card_exposed":e.gain([o.card]);break;case"book_made":case"book_voided":e.lose(o.cards)}}return n.map(e=>e.known())}(l,a.seats.length,{transfer:i,isBluffAllowed:"allow"===u})}(t,n,o,C),[q,A]=s(null),[L,z]=s(null),R=null!==g&&n.to_act===g&&"over"!==n.phase,B=null!==g&&"over"===n.phase;c(()=>{B&&m.change({isNew:!1})},[B]),function({isYourTurn:t,isOver:a,name:n}){p(a?e("table.title_over"):t?e("table.title_your_turn"):e("table.title_turn",{name:n}));const s=i(t);c(()=>{const a=t&&!s.current;s.current=t,a&&m.value.notifications&&document.hidden&&function(){if(!("Notification"in globalThis)||"granted"!==Notification.permission)return;const t=new Notification(e("table.title_your_turn"),{tag:"gofish-turn"});t.onclick=()=>{focus(),t.close()}}()},[t]),c(()=>{const e=document.querySelector("link[rel=icon]");if(!e||!t)return;const a=e.href;return e.href=we,()=>{e.href=a}},[t])}({isYourTurn:R,isOver:"over"===n.phase,name:f[n.to_act??-1]??""}),function(e,t){const a=i({number:e?.number??null,isYourTurn:t});c(()=>{const{number:n,isYourTurn:s}=a.current;a.current={number:e?.number??n,isYourTurn:t};const o=e&&null!==n&&e.number>n?function(e){const t=e.flatMap(e=>{const t="card_drawn"===e.type&&e.public?"catch":ta[e.type];return t?[t]:[]});return[...new Set(t)].slice(0,6)}(e.events):[];t&&!s&&o.push("turn"),o.length&&function(e){if(!m.value.sounds||!navigator.userActivation?.hasBeenActive||document.hidden)return;const t=aa??=new AudioContext;t.resume().catch(()=>{}),e.forEach((e,a)=>{const{tones:n,splash:s=0}=ea[e],o=t.currentTime+.3*a;for(const e of n)na(t,e,o);s&&function(e,t,a){const n=Math.ceil(e.sampleRate*t),s=new AudioBuffer({length:n,sampleRate:e.sampleRate});s.copyToChannel(Float32Array.from({length:n},()=>2*Math.random()-1),0);const o=new AudioBufferSourceNode(e,{buffer:s}),r=new BiquadFilterNode(e,{type:"lowpass",frequency:900});o.connect(r).connect(sa(e,a,t)).connect(e.destination),o.start(a)}(t,s,o)});const a=e.flatMap(e=>ea[e].tap??[]);a.length&&matchMedia("(pointer: coarse)").matches&&navigator.vibrate?.(a.slice(-3))}(o)},[e?.number,t])}(d.shownMove,R),_e(d.shownMove,{names:f,you:g}),ve(S?d.emotes:$a,f);const O=$?function(t){const{code:a}=t;return"stale_version"===a?e("table.refused.stale_version"):x(t)}($):_.version===n.version?_.text:"";return a`<div class="game">
    <h1 class="visually-hidden">${e("table.game")}</h1>
    <${fa} state=${d.connection} end=${d.end} />
    <div class="columns">
      <div class="main">
        ${"over"===n.phase&&a`<${Bt} following=${t} state=${n} game=${o} names=${f} tournament=${u} />`}
        ${l&&null!==g&&d.hasHistory&&a`<${ue} events=${ya(d).flatMap(({events:e})=>e)} you=${g} names=${f}
          isYourTurn=${R&&Oe(d)} isOver=${"over"===n.phase} chosenRank=${q}
          close=${()=>T(location.pathname,{replace:!0})} />`}
        <${wt} table=${d} state=${n} game=${o} names=${f} isSending=${b} problem=${O}
          send=${h} skip=${y} keysAreOn=${w} known=${j} emotes=${S?d.emotes:$a}
            sendEmote=${M?e=>t.api.emote(e).catch(e=>v({text:x(e),version:n.version})):null} explain=${e=>{v({text:e,version:n.version})}} onChoice=${A} />
        ${"over"!==n.phase&&null!=n.rated&&a`<p class="hint">${e(`events.rated_${n.rated}`)}</p>`}
      </div>
      <div class="side">
        <${ha}>
          ${!0===o.aids&&null!==g&&"over"!==n.phase&&a`<${$e} isYourTurn=${R&&Oe(d)} position=${{id:n.game,version:n.version,you:g,hand:n.seats[g]?.hand??[],names:f,moves:d.moves,tell:e=>fe(e,{names:f,you:g})}} />`}
          <${Dt} table=${d} names=${f} you=${g} readEarlier=${t.readEarlier} complain=${r.pupil?null:z} />
          <${Pt} following=${t} state=${n} game=${o} names=${f} complain=${()=>z(n.version)} />
        <//>
      </div>
    </div>
    ${null!==L&&a`<${Ct} following=${t} names=${f} you=${g} move=${L} close=${()=>z(null)} />`}
  </div>`}function ha({children:e}){const[t,a]=s(!1);return c(()=>{const e=setTimeout(()=>a(!0),50);return()=>clearTimeout(e)},[]),t&&e}const ya=({moves:e,shown:t})=>e.filter(({number:e})=>e<=(t?.version??0));function fa({state:t,end:n}){return n?a`<${Vt} end=${n} />`:"lost"!==t?null:a`<p class="connection" role="status">${e("table.connection_lost")}</p>`}function ga(){return a`<h1>${e("table.closed_title")}</h1>
    <p>${e("table.closed")}</p>
    <p class="actions"><a class="button" href="/">${e("common.to_start")}</a></p>`}function ka(t){const[n,o]=s({}),[r,l]=s(null);return c(()=>{t.route.spectatorView?.().then(e=>o({of:e.default}),l)},[]),r?a`<${B} error=${r} />`:n.of?a`<${n.of} ...${t} />`:a`<p class="loading" role="status">${e("common.loading")}</p>`}const _a=Object.freeze(Object.defineProperty({__proto__:null,default:function(e){return e.fragment.has("watch")?a`<${ka} ...${e} />`:r.client.token||r.pupil||!e.fragment.has("code")?a`<${pa} key=${e.params.id} ...${e} />`:a`<${ma} id=${e.params.id??""} code=${e.fragment.get("code")} />`}},Symbol.toStringTag,{value:"Module"}));export{qt as C,pt as M,J as R,bt as S,Ye as a,_e as b,ve as c,Vt as d,ca as e,Tt as f,Kt as g,ne as h,Oe as i,re as j,I as k,ae as l,oe as m,se as n,ie as o,je as p,F as r,fe as s,ot as u,_a as v};
