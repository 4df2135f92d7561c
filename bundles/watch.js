import{I as e,T as t,t as a,h as s,A as n,n as r,l as o,v as l,B as i,k as c,f as d,E as u,y as h,s as $,e as p,p as m,d as f,x as w,F as g,c as y,o as v,ah as b,ak as _,al as k}from"./main.js";import{u as T,s as S,M,S as x,a as C,b as A,c as O,i as j,d as E,p as z}from"./table.js";const L=Promise.all([e(new URL("./table.css",import.meta.url)),e(new URL("./table.css",import.meta.url)),e(new URL("./watch.css",import.meta.url))]);function N({state:e,players:n,names:r,move:o,rules:l,isFlying:i=!0,emotes:c={},skip:d=null}){const u=t(null);T(u,i?o:null);const h=o?.events??[],$=S(h,{names:r,you:null});return s`<section class=${`play seats-${e.seats.length}`} ref=${u} aria-label=${a("table.table")}>
    <ul class="others" aria-label=${a("watch.players")}>
      ${e.seats.map((t,a)=>s`<${x} key=${t.seat} state=${e} seat=${t} name=${r[t.seat]??""}
          number=${a+1} player=${n.find(e=>e.seat===t.seat)} label="" choice=${null}
          isSeries=${null!=l.target_score} says=${C(h,t.seat)} emote=${c[t.seat]?.emote}
          isChosen=${!1} choose=${null} />`)}
    </ul>
    <${M} state=${e} names=${r} you=${null} rules=${l} detail=${$.join(" ")} skip=${d} />
  </section>`}function P({moves:e,names:t,reached:n}){const r=D(e,t).filter(({number:e})=>e<=n);return s`<section class="history" aria-labelledby="moves-title">
    <h2 id="moves-title">${a("watch.moves")}</h2>
    <ol class="moves plain-moves" reversed tabindex="0" aria-labelledby="moves-title">
      ${r.slice(-60).reverse().map(({number:e,words:t})=>s`<li key=${e} value=${e}><p>${t}</p></li>`)}
    </ol>
  </section>`}function I({moves:e,names:o,at:l,address:i}){const c=t(null);return n(()=>{const e=c.current?.querySelector("[aria-current]");if(!(c.current&&e instanceof HTMLElement))return;const t=e.offsetTop-(c.current.clientHeight-e.offsetHeight)/2;c.current.scrollTo({top:t})},[l]),s`<section class="history" aria-labelledby="moves-title">
    <h2 id="moves-title">${a("watch.moves")}</h2>
    <ol class="moves linked-moves" ref=${c} tabindex="0" aria-labelledby="moves-title">
      ${D(e,o).map(({number:e,words:t})=>s`<li key=${e} value=${e}>
          <a href=${i(e)} aria-current=${e===l?"step":null}>
            <span class="number">${r(e)}</span> <span>${t}</span>
          </a>
        </li>`)}
    </ol>
  </section>`}function D(e,t){return e.map(({number:e,events:a})=>({number:e,words:S(a,{names:t,you:null}).join(" ")})).filter(({words:e})=>e)}const H={},R=e=>o(l(e.players,e.seats));function U({table:e,fault:t,retry:n,skip:r,children:o}){const{shown:$,game:p}=e,m=i(e.players,$?.seats.length??0),f=l(e.players,m.length),w=c(d).emotes?e.emotes:H;return A(e.shownMove,{names:m,you:null}),O(w,m),t?s`<${u} error=${t} retry=${n} />`:$&&p?"closed"===$.phase?s`<p>${a("table.closed")}</p>`:"lobby"===$.phase?s`<${J} labels=${f} state=${$} game=${p} />`:s`<div class="columns">
    <div class="main">
      ${"lost"===e.connection&&!e.end&&s`<p class="connection" role="status">${a("table.connection_lost")}</p>`}
      ${"watch_code_ended"===e.end&&s`<p class="fault" role="status">${a("watch.code_ended")}</p>`}
      <${N} state=${$} players=${e.players} names=${m} move=${e.shownMove} rules=${p.rules}
        emotes=${w} skip=${j(e)?null:r} />
      ${"over"===$.phase&&s`<${F} state=${$} labels=${f} />`}
    </div>
    <div class="side">
      ${o}
      <${P} moves=${e.moves} names=${m} reached=${$.version} />
      ${p.emotes&&s`<${h} name="emotes" label=${a("table.emotes_shown")} />`}
    </div>
  </div>`:s`<p class="loading" role="status">${a("common.loading")}</p>`}function J({labels:e,state:t,game:n}){const r=t.seats.filter(({taken:e})=>!e).length;return s`<div class="panel narrow">
    <p>${a("watch.not_started",{count:r})}</p>
    <ul>${t.seats.map(({seat:t,taken:n})=>s`<li key=${t}>${n?e[t]:a("table.empty_seat",{seat:t+1})}</li>`)}</ul>
    <p class="actions"><a class="button" href=${`/join/${n.id}`}>${a("watch.to_table")}</a></p>
  </div>`}function F({state:e,labels:t}){const{result:n,series:o}=e,l=o?.totals??n?.scores??[],i=new Set(o?.winners??n?.winners??[]),c=t.map((e,t)=>t).sort((e,t)=>(l[t]??0)-(l[e]??0));return s`<table class="result">
    <caption>${a(o?"watch.result_series":"watch.result")}</caption>
    <tbody>
      ${c.map(e=>s`<tr key=${e} class=${i.has(e)?"winner":""}>
          <th scope="row">${t[e]}${i.has(e)&&s` <span class="badge">${a("watch.winner")}</span>`}</th>
          <td>${r(l[e]??0)}</td>
        </tr>`)}
    </tbody>
  </table>`}function q({id:e}){const t=`<iframe src="${location.origin}/embed/${e}" width="720" height="640" title="Go Fish"></iframe>`;return s`<details class="embed-code">
    <summary>${a("watch.embed")}</summary>
    <div class="field">
      <label for="embed-code">${a("watch.embed_label")}</label>
      <input id="embed-code" readonly value=${t} onFocus=${({target:e})=>e.select()} />
    </div>
  </details>`}await L;const B=Object.freeze(Object.defineProperty({__proto__:null,default:function({params:e,fragment:t}){const n=e.id??"",r=t.get("watch")??void 0,{emotes:o}=c(d),l=E($.client,n,{watchCode:r,ready:$.ready,emotes:o}),{game:i,state:u}=l.table,h=i?R(i):a("watch.watching");p(h);const f="over"===u?.phase,w=r?`#${new URLSearchParams({watch:r})}`:"";return s`<div class="game watching">
    <header class="watch-head">
      <h1>${h}</h1>
      ${i&&s`<p class="soft">${m(i.preset)} · ${a(f?"watch.is_over":"watch.spectating")}</p>`}
    </header>
    <${U} ...${l}>
      <div class="actions">
        ${f&&s`<a class="button primary" href=${`/games/${n}/replay${w}`}>${a("watch.to_replay")}</a>`}
        <a class="button" href="/tv">${a("watch.other_games")}</a>
      </div>
      ${"public"===i?.visibility&&i.spectators&&s`<${q} id=${n} />`}
    <//>
  </div>`}},Symbol.toStringTag,{value:"Module"})),W=[.5,1,2,4];function K(e,t,a){const s=new URLSearchParams(e);return s.set("move",String(t)),null===a?s.delete("seat"):s.set("seat",String(a)),`#${s}`}function G(e,t,a,s){const n=e.get(t)??"",r=/^\d{1,9}$/.test(n)?Number(n):null;return null===r||r<a||r>s?null:r}const V={first:"M5 5h2v14H5zM19 5v14l-10-7z",back:"M16 5v14L6 12z",play:"M8 5v14l11-7z",pause:"M7 5h4v14H7zM13 5h4v14h-4z",forward:"M8 5v14l10-7z",last:"M17 5h2v14h-2zM5 5v14l10-7z"};function Q({playback:e,last:t,books:n}){const{at:r,isPlaying:o,go:l,step:i,toggle:c}=e,d=a("watch.move_of",{move:r,last:t}),u=e=>100*(e-1)/Math.max(t-1,1)+"%";return s`<section class="controls" aria-label=${a("watch.controls")}>
    <div class="scrubber">
      <input type="range" min="1" max=${t} value=${r} aria-label=${a("watch.move")} aria-valuetext=${d}
        style=${{"--part":u(r)}} onInput=${e=>l(Number(e.target.value))} />
      <div class="marks" aria-hidden="true">
        ${n.map(e=>s`<i key=${e} style=${{insetInlineStart:u(e)}}></i>`)}
      </div>
    </div>
    <div class="control-row">
      <div class="buttons">
        <${Y} icon="first" label=${a("watch.first")} act=${()=>l(1)} isOff=${1===r} />
        <${Y} icon="back" label=${a("watch.back")} act=${()=>i(-1)} isOff=${1===r} />
        <${Y} icon=${o?"pause":"play"} label=${a(o?"watch.pause":"watch.play")} act=${c} isMain />
        <${Y} icon="forward" label=${a("watch.forward")} act=${()=>i(1)} isOff=${r===t} />
        <${Y} icon="last" label=${a("watch.last")} act=${()=>l(t)} isOff=${r===t} />
      </div>
      <p class="moment">${d}</p>
    </div>
  </section>`}function X({playback:e,names:t,address:n}){const{seat:o,speed:l,look:i,setSpeed:c}=e;return s`<div class="options">
    <label>${a("watch.view")}
      <select onChange=${({target:e})=>i(""===e.value?null:Number(e.value))}>
        <option value="" selected=${null===o}>${a("watch.view_all")}</option>
        ${t.map((e,t)=>s`<option key=${t} value=${t} selected=${o===t}>${a("watch.view_seat",{name:e})}</option>`)}
      </select>
    </label>
    <label>${a("watch.speed")}
      <select onChange=${({target:e})=>c(Number(e.value))}>
        ${W.map(e=>s`<option key=${e} value=${e} selected=${l===e}>${a("watch.speed_times",{speed:r(e)})}</option>`)}
      </select>
    </label>
    <${Z} address=${n} />
  </div>`}function Y({icon:e,label:t,act:a,isOff:n=!1,isMain:r=!1}){return s`<button type="button" class=${r?"primary control":"control"} aria-label=${t} title=${t}
    aria-disabled=${n} onClick=${()=>n||a()}>
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d=${V[e]} fill="currentColor" /></svg>
  </button>`}function Z({address:e}){const[t,n]=f("");return s`<button type="button" onClick=${async()=>{const t=new URL(e,location.href).href;try{await navigator.clipboard.writeText(t),n(a("watch.copied")),y(a("watch.copied"))}catch{n(a("watch.link_is",{link:t}))}}}>${a("watch.copy_link")}</button>
    ${t&&s`<p class="small soft copied">${t}</p>`}`}const ee=[..."23456789TJQKA"],te=[..."CDHS"],ae=e=>(new TextEncoder).encode(e),se=e=>Uint8Array.from(e.match(/../g),e=>parseInt(e,16)),ne="Checked here, in the commands and in the events that show them: the commitment, the seats, the draw for dealer, each cut and each deal with its dealer and the sizes of hands, and the cards drawn. Not checked here: digests, whether moves are legal, the result, and whether this is the log shown during play. python3 -m games.engine.verify does, the last of these with the receipts noted then (--receipts FILE).",re=e=>"string"==typeof e&&/^[^\u0000-\u001f\u007f-\u009f\u2028\u2029\p{Cs}]{1,128}$/u.test(e),oe=e=>String(JSON.stringify(e)).slice(0,40),le=async e=>{return t=await crypto.subtle.digest("SHA-256",e),[...new Uint8Array(t)].map(e=>e.toString(16).padStart(2,"0")).join("");var t},ie=e=>[...ee.flatMap(e=>te.map(t=>e+t)),"BJ","RJ"].slice(0,52+e),ce=e=>le(new Uint8Array([...ae("gofish-seed-1"),...se(e)]));async function de(e,t,a,s){const n=await $e(e,t,a),r=ie(s);for(let e=r.length-1;e>0;e--){const t=await n(e+1);[r[e],r[t]]=[r[t],r[e]]}return r}const ue=async(e,t,a,s)=>(await $e(e,t,a))(s),he=(e,t)=>[...e.slice(t),...e.slice(0,t)];async function $e(e,t,a){const s=await le(ae(t.map(([e,t])=>`${e}:${t}\n`).join(""))),n=await crypto.subtle.importKey("raw",se(e),{name:"HMAC",hash:"SHA-256"},!1,["sign"]);let r=0,o=[];return async e=>{if(!(e>=1))throw new RangeError("There is no number below that.");for(;;){if(0===o.length){const e=new DataView(await crypto.subtle.sign("HMAC",n,ae(`gofish-1 ${a} ${s} ${r++}`)));o=Array.from({length:8},(t,a)=>e.getUint32(4*a))}const t=o.shift();if(t<2**32-2**32%e)return t%e}}}class pe extends Error{}const me="This page reads transcripts of version 1 and 2, with moves of schema 1 to 3.",fe={__proto__:null,created:["rules","rules_version","seats","commitment","dealer"],seat_taken:["seat","entropy"],entropy_added:["seat","entropy"],seat_left:["seat"],started:["seats"],dealer_drawn:["seat","rounds"],pack_cut:["seat","position"],dealt:["dealer","pack","counts"],card_drawn:["seat","card"],series_continues:["seat"],draw_dealer:["dealer","pack"],cut:["seat","position"],time_out:["seat","cut"]},we={__proto__:null,created:"create",seat_taken:"take_seat",entropy_added:"add_entropy",seat_left:"leave_seat",started:"start",closed:"close",pack_cut:"cut",dealt:"deal",asked:"ask",card_exposed:"expose",misdealt:"misdeal",resigned:"resign",abandoned:"abandon",timed_out:"time_out",ruled:"rule"};async function ge(e){let t;try{t=JSON.parse(e)}catch(e){throw new pe("This file is not JSON.",{cause:e})}const a=function(e){const t=[];for(const[a,s]of e.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g))if("{"===a||"["===a)t.push(new Set);else if("}"===a||"]"===a)t.pop();else if(s){const e=JSON.parse(a.slice(0,-s.length));if(t.at(-1).has(e))return JSON.stringify(e.slice(0,40));t.at(-1).add(e)}}(e);if(void 0!==a)throw new pe(`An object of this file has the member ${a} twice.`);if("gofish-transcript"!==t?.format)throw new pe("This is no Go Fish transcript.");if(1!==t.version&&2!==t.version)throw new pe(`This transcript has version ${oe(t.version)}. ${me}`);if(!/^[0-9a-f]{64}$/.test(t.seed))throw new pe("This transcript has no seed of 64 hex digits.");if(!t.moves?.length)throw new pe("This transcript has no moves.");try{return await async function({seed:e,commitment:t,moves:a}){const s=a[0].events[0],n={...ye,...s.rules},r={rules:n,seed:e,entropy:[],seats:0,dealer:null,packs:0,cut:null,isDue:!1},o=new Set,l=[];let i=0,c=[];const d=(e,t,a)=>l.push(e?`HOLDS   ${t}`:`BROKEN  ${a}`)&&e,u=()=>({holds:l.every(e=>e.startsWith("HOLDS")),lines:l}),h=await ce(e)===t;if(!d(h,"The commitment is that of the seed.","The seed is not the one that the commitment was made for."))return u();const $=s.commitment===t;if(!d($,"The game was created under this commitment.","The game was created under another commitment."))return u();for(const{number:e,command:t,events:l}of a){const a=t=>d(!1,"",`Move ${e}: ${t}`)||u(),h=await ke(t,r),$=l.filter(({type:e})=>e in ve).map(_e);if($.length>(h.event?1:0))return a(ve[$.at(-1).type]);if(!h.holds||!be($[0],h.event))return a(h.wrong);h.event&&d(!0,`Move ${e}: ${h.right}`);for(const e of l){const t=void 0===e.entropy?"":Se(e,r.entropy);if(t)return a(t);if(void 0!==e.entropy&&r.entropy.push([e.seat,e.entropy]),"seat_taken"===e.type&&o.add(e.seat),"seat_left"===e.type&&o.delete(e.seat),"seat_left"===e.type&&(r.entropy=r.entropy.filter(([t])=>t!==e.seat)),"started"===e.type){if(r.seats||!be(e.seats,[...o].sort((e,t)=>e-t)))return a("The seats of the game are not those that were taken.");r.seats=e.seats.length,r.dealer=void 0===s.dealer?null:s.dealer%r.seats,r.isDue=!0}if("dealer_drawn"===e.type&&(r.dealer=e.seat),"pack_cut"===e.type&&(r.cut=e.position),"misdealt"===e.type||"series_continues"===e.type){if(r.isDue)return a("Another deal follows before this one was dealt.");if("series_continues"===e.type&&"clockwise"===n.dealer_rotation&&(r.dealer=(r.dealer+1)%r.seats),"series_continues"===e.type&&e.seat!==r.dealer)return a(`The next dealer is seat ${e.seat}; the rules give seat ${r.dealer}.`);r.isDue=!0}if("dealt"===e.type&&(Object.assign(r,{packs:r.packs+1,cut:null,isDue:!1}),c=Me(e.pack).slice(e.counts.reduce((e,t)=>e+t,0))),"card_drawn"!==e.type)continue;const l=c.shift();if(i+=1,e.card!==l)return a(`The card drawn is ${e.card}; the next of the stock was ${l??"none"}.`)}}return i&&d(!0,`The cards drawn, ${i}, are those of the stock in its order.`),0===r.packs&&u().holds&&d(!1,"","No pack was dealt."),u()}({...t,moves:t.moves.map(e=>function({number:e,schema:t,command:a,events:s},n){const r=t=>{throw new pe(`Move ${e} ${t}`)};t>3&&r(`has schema ${oe(t)}. ${me}`),t>2&&1===n&&r("is newer than version 1 of transcripts.");const o=e=>("string"==typeof(Array.isArray(e)?e[0]:e?.type)&&Array.isArray(e)===t>2||r("is not written as its schema says."),Array.isArray(e)?function([e,...t]){const a=(fe[e]??[]).map((e,a)=>[e,t[a]??void 0]);return Object.fromEntries([["type",e],...a])}(e):e),l=s.map(o);if(null!==a||t<3)return{number:e,command:o(a),events:l};const[i]=l;return we[i?.type]||r("has no command, and its first event does not imply one."),{number:e,command:{...i,type:we[i.type]},events:l}}(e,t.version))})}catch(e){if(e instanceof pe)throw e;throw new pe("This transcript is incomplete: some of its moves cannot be read.",{cause:e})}}const ye={deal_table:{2:7,3:5,4:5,5:4,6:4},hand_size:null,joker_count:0,dealer_selection:"random",dealer_rotation:"clockwise",cut_by_right:!1},ve={__proto__:null,dealer_drawn:"A dealer is drawn that the seed does not give.",pack_cut:"A pack is cut that no command cuts.",dealt:"A pack is dealt that the seed does not give."},be=(e,t)=>JSON.stringify(e)===JSON.stringify(t);function _e({type:e,seat:t,rounds:a,position:s,dealer:n,pack:r,counts:o}){return"dealer_drawn"===e?{type:e,seat:t,rounds:a??[]}:"pack_cut"===e?{type:e,seat:t,position:s}:{type:e,dealer:n,pack:Me(r),counts:o}}async function ke(e,{rules:t,seed:a,entropy:s,seats:n,dealer:r,packs:o,cut:l,isDue:i}){const c=t.joker_count,d=(r+n-1)%n;if("draw_dealer"===e.type){if(!i||o>0||null!==r)return{wrong:ve.dealer_drawn};if("random"===t.dealer_selection){const t=await ue(a,s,"dealer",n);return{holds:e.dealer===t,event:{type:"dealer_drawn",seat:t,rounds:[]},right:`The first dealer, seat ${t}, is the one that the seed gives.`,wrong:"The first dealer is not the one that the seed gives."}}const l=await de(a,s,"dealer",c),d=function(e,t,a){const s=e.filter(e=>ee.includes(e[0])),n=e=>ee.indexOf(e[0])*("low_card"===a?-1:1),r=[];let o=[...Array(t).keys()];for(;o.length>1&&s.length>=o.length;){const e=o.map(e=>[e,s.shift()]);r.push(e);const t=Math.max(...e.map(([,e])=>n(e)));o=e.filter(([,e])=>n(e)===t).map(([e])=>e)}return{type:"dealer_drawn",seat:o[0],rounds:r}}(l,n,t.dealer_selection);return{holds:be(Me(e.pack),l),event:d,right:`The cards drawn for dealer, and the first dealer, seat ${d.seat}, are those that the seed gives.`,wrong:"The cards drawn for dealer, or the first dealer, are not those that the seed gives."}}if("cut"===e.type||"time_out"===e.type&&void 0!==e.cut){if(!i||null===r||null!==l||!t.cut_by_right)return{wrong:ve.pack_cut};const n="cut"===e.type,u=51+c,h=n?e.position:1+await ue(a,s,`cut ${o+1}`,u);return{holds:e.seat===d&&(n?h>=1&&h<=u:e.cut===h),event:{type:"pack_cut",seat:d,position:h},right:n?`The cut is that of seat ${d}.`:"The referee's cut is the one that the seed gives.",wrong:n?`The cut is not one of seat ${d}.`:"The referee's cut is not the one that the seed gives."}}if("deal"!==e.type)return{holds:!0};if(!i)return{wrong:ve.dealt};if(null===r)return{wrong:"No dealer was drawn."};if(null===l===t.cut_by_right)return{wrong:"The pack was not cut."};const u=await de(a,s,`deal ${o+1}`,c),h=null===l?u:he(u,l),$="the one that the seed gives"+(null===l?"":`, cut below ${l}`);return{holds:be(Me(e.pack),h),event:{type:"dealt",dealer:r,pack:h,counts:Te(t,n,r)},right:`The order of pack ${o+1} is ${$}; its dealer, seat ${r}, and the sizes of hands are those of the rules.`,wrong:`The order of pack ${o+1} is not ${$}, or its dealer or the sizes of hands are not those of the rules.`}}function Te({hand_size:e,deal_table:t,joker_count:a},s,n){if(null!==e||"all"!==t)return Array(s).fill(e??t[s]);const r=52+a;return Array.from({length:s},(e,t)=>Math.floor(r/s)+((e=>(e-n-1+s)%s<r%s)(t)?1:0))}function Se({seat:e,entropy:t},a){return re(t)?a.some(([t])=>t===e)?`Seat ${e} gives entropy a second time.`:"":`The entropy of seat ${e} is not 1 to 128 characters without control characters.`}const Me=e=>Array.isArray(e)?e:e?.match(/../g)??[];globalThis.gofish={commitment:ce,cutPack:he,fullPack:ie,isEntropy:re,numberBelow:ue,shuffledPack:de,SCOPE:ne,verifyText:ge},Object.assign(gofish,{COMMANDS:we,FIELDS:fe}),globalThis.process?.argv?.[1]?.endsWith("verify_deal.mjs")&&(3===process.argv.length?async function(e){try{const{readFile:t}=await(import("node:fs/promises")),{holds:a,lines:s}=await ge(await t(e,"utf8"));console.log(s.join("\n")),a&&console.log(ne),process.exitCode=a?0:1}catch(t){console.error(`${e} cannot be verified: ${t.message}`),process.exitCode=2}}(process.argv[2]):(console.error("usage: node verify_deal.mjs FILE"),process.exitCode=2));const xe=new URL("../examples/verify_deal.html",import.meta.url).href;function Ce({id:e,watchCode:r,isWanted:o}){const l=t(null),[i,c]=f(!1),[d,u]=f(""),[h,p]=f(null),m=async t=>{c(!0),u("");try{const a={game_id:e},{text:s}=await $.client.request("GET","/games/{game_id}/transcript",{params:a,watchCode:r});await t(s)}catch(e){const t=e instanceof Error&&"Error"===e.name;u(t?a("watch.unreadable"):v(e))}finally{c(!1)}},w=()=>m(async e=>p(await globalThis.gofish.verifyText(e)));return n(()=>{o&&(l.current?.scrollIntoView(),w())},[]),s`<section class="panel deal-check" aria-labelledby="check-title" ref=${l}>
    <h2 id="check-title">${a("watch.check_title")}</h2>
    <p>${a("watch.check_text")}</p>
    <p class="actions">
      <button type="button" aria-disabled=${i} onClick=${()=>i||w()}>${a("watch.check")}</button>
      <button type="button" class="quiet" aria-disabled=${i}
        onClick=${()=>i||m(t=>b(t,`gofish-${e}.json`))}>${a("watch.download")}</button>
    </p>
    <div role="status">
      ${i&&s`<p>${a("watch.checking")}</p>`}
      ${d&&s`<p class="wrong">${d}</p>`}
      ${h&&s`<p class=${h.holds?"holds":"wrong"}>${a(h.holds?"watch.fair":"watch.unfair")}</p>`}
    </div>
    ${h&&s`<details open=${!h.holds}>
      <summary>${a("watch.details")}</summary>
      <ul lang="en" dir="ltr" class="small">${h.lines.map((e,t)=>s`<li key=${t}>${e}</li>`)}</ul>
    </details>`}
    <p class="small"><a href=${xe} target="_blank" rel="noopener">${a("watch.verifier")}</a></p>
  </section>`}function Ae({title:e,load:r,content:o,isWanted:l=!1}){const i=t(null);n(()=>{l&&i.current&&(i.current.open=!0,i.current.scrollIntoView({block:"start"}))},[l]);const[c,d]=f({}),[h,$]=f(!1),{view:p,error:m}=c;return s`<details class="panel disclosed" ref=${i} onToggle=${({target:e})=>{$(e.open),e.open&&!p&&r().then(e=>d({view:e.default}),()=>d({error:new _}))}}>
    <summary><h2>${e}</h2></summary>
    ${h&&m&&s`<${u} error=${m} />`}
    ${h&&!p&&!m&&s`<p class="loading" role="status">${a("common.loading")}</p>`}
    ${h&&p&&s`<${p} ...${o} />`}
  </details>`}const Oe=(e,t)=>`${t??"all"}:${e}`;await L;const je=()=>import("./analysis.js").then(e=>e.p),Ee=()=>import("./analysis.js").then(e=>e.k);function ze({id:e,game:r,moves:o,fragment:c,watchCode:d}){const h=o.length,p=o.find(({events:e})=>e.some(({type:e})=>"dealt"===e))?.number??h,m=i(r.players,r.seats),[v,b]=f(0),_=function(e,{first:a,last:s,seats:r,shown:o}){const[l,i]=f(G(e,"move",1,s)??a),[c,d]=f(G(e,"seat",0,r-1)),[u,h]=f(!1),[$,p]=f(1),m=t(e.toString()),g=e.toString();n(()=>{g!==m.current&&(m.current=g,h(!1),i(G(e,"move",1,s)??a),d(G(e,"seat",0,r-1)))},[g]),n(()=>{const t=setTimeout(()=>{const t=K(e,l,c);t!==`#${e}`&&new URLSearchParams(location.hash.slice(1)).toString()===g&&(m.current=t.slice(1),w(t,{replace:!0}))},250);return()=>clearTimeout(t)},[l,c,g]);const y=e=>{h(!1),i(Math.min(Math.max(e,1),s))};return n(()=>{if(!u||o!==l)return;if(l>=s)return h(!1);const e=setTimeout(()=>i(l+1),1800/$);return()=>clearTimeout(e)},[u,l,o,$,s]),{at:l,seat:c,isPlaying:u,speed:$,go:y,step:e=>y(l+e),toggle:()=>{!u&&l>=s&&i(a),h(!u)},look:d,setSpeed:p}}(c,{first:p,last:h,seats:m.length,shown:v}),{at:k,seat:T,isPlaying:M}=_,{position:x,fault:C,retry:A}=function(e,{at:a,seat:s},{last:r,watchCode:o}){const l=t(new Map).current,[i,c]=f(null),[d,u]=f(null),[h,p]=f(0);return n(()=>{const t=new AbortController,n=async a=>{const n=l.get(Oe(a,s));if(n)return n;const r=null===s?{at:a}:{at:a,seat:s},i=await $.client.get("/games/{game_id}/replay",{params:{game_id:e},query:r,signal:t.signal,watchCode:o});l.set(Oe(a,s),i);for(const e of l.keys())l.size>500&&l.delete(e);return i},d=setTimeout(()=>(async()=>{c(await n(a)),u(null),a<r&&await n(a+1).catch(()=>{})})().catch(e=>t.signal.aborted||u(e)),l.has(Oe(a,s))||!i?0:70);return()=>{clearTimeout(d),t.abort()}},[e,a,s,r,o,h]),{position:i,fault:d,retry:()=>p(e=>e+1)}}(e,{at:k,seat:T},{last:h,watchCode:d});(function(e,a){const s=t(e);s.current=e,g(()=>{const e=e=>{if(e.defaultPrevented||e.ctrlKey||e.metaKey||e.altKey)return;const{go:t,step:n,toggle:r}=s.current,o="rtl"===document.documentElement.dir,l={ArrowLeft:()=>n(o?1:-1),ArrowRight:()=>n(o?-1:1),Home:()=>t(1),End:()=>t(a)," ":r}[e.key];var i,c;!l||(i=e.target,c=e.key,i instanceof Element&&!i.matches('input[type="range"]')&&(i.matches("input, select, textarea, dialog *")||" "===c&&i.matches("button, a, summary")))||(e.preventDefault(),l())};return document.addEventListener("keydown",e),()=>document.removeEventListener("keydown",e)},[a])})(_,h),n(()=>{x&&b(x.version)},[x]);const[O,j]=f(0),E=x?.version??0;n(()=>j(E),[E]);const[z]=f(k);n(()=>{!x||!O&&x?.version===z||M||y(S(x.move.events,{names:m,you:null,spoken:!0}).join(" "))},[x]);const L=e=>K(c,e,T),N={id:e,names:m,at:k,isPlaying:M,go:_.go,address:L,watchCode:d},P=o.filter(({events:e})=>e.some(({type:e})=>"book_made"===e)).map(e=>e.number);return s`<div class="columns">
    <div class="main">
      ${C&&s`<${u} error=${C} retry=${A} />`}
      <${Q} playback=${_} last=${h} books=${P} />
      ${x&&s`<${Le} position=${x} game=${r} names=${m} isNext=${E===O+1} />`}
      <${X} playback=${_} names=${m} address=${L(k)} />
      <p class="small soft keys-help">${a("watch.keys")}</p>
      ${"over"===x?.phase&&s`<${F} state=${x} labels=${l(r.players,r.seats)} />`}
      <${Ae} title=${a("watch.analysis")} load=${je} content=${{game:r,shown:N,isWanted:c.has("analysis")}} isWanted=${c.has("analysis")} />
      <${Ae} title=${a("watch.knowledge")} load=${Ee} content=${{seat:T,shown:N}} />
    </div>
    <div class="side">
      <${I} moves=${o} names=${m} at=${k} address=${L} />
      <${Ce} id=${e} watchCode=${d} isWanted=${c.has("verify")} />
    </div>
  </div>`}function Le({position:e,game:t,names:n,isNext:r}){if("lobby"===e.phase){const t=e.seats.filter(e=>e.taken).length;return s`<section class="play before-start" aria-label=${a("table.table")}>
      <div class="middle">
        <div class="telling">
          <p class="situation">${a("watch.before_start")}</p>
          <p class="detail">${a("watch.before_start_text",{count:t})}</p>
        </div>
      </div>
    </section>`}return s`<${N} state=${e} players=${t.players.map(e=>({...e,online:null}))} names=${n} move=${e.move} rules=${t.rules} isFlying=${r} />`}const Ne=Object.freeze(Object.defineProperty({__proto__:null,default:function({params:e,fragment:t}){const r=e.id??"",o=t.get("watch")??void 0,{game:l,moves:i,fault:c,retry:d}=function(e,t){const[a,s]=f({}),[r,o]=f(null),[l,i]=f(0);return n(()=>{const a=new AbortController,n={params:{game_id:e},signal:a.signal,watchCode:t};return(async()=>{o(null),await $.ready;const e=await $.client.get("/games/{game_id}",n);if("over"!==e.status)return s({game:e});const t=[];for(;t.length<e.version;){const e={after:t.length,limit:500},a=await $.client.get("/games/{game_id}/moves",{...n,query:e});if(!a.moves.length)break;t.push(...a.moves)}s({game:e,moves:t})})().catch(e=>a.signal.aborted||o(e)),()=>a.abort()},[e,t,l]),{...a,fault:r,retry:()=>i(e=>e+1)}}(r,o),h=l?a("watch.replay_title",{players:R(l)}):a("watch.replay");p(h);const w=o?`#${new URLSearchParams({watch:o})}`:"";return s`<div class="game watching">
    <header class="watch-head">
      <h1>${h}</h1>
      ${l&&s`<p class="soft">${m(l.preset)}</p>`}
    </header>
    ${c&&s`<${u} error=${c} retry=${d} />`}
    ${!c&&!l&&s`<p class="loading" role="status">${a("common.loading")}</p>`}
    ${l&&"closed"===l.status&&s`<p>${a("watch.replay_closed")}</p>`}
    ${l&&["lobby","running"].includes(l.status)&&s`<div class="panel narrow">
      <p>${a("watch.replay_not_over")}</p>
      <p class="actions"><a class="button primary" href=${`/games/${r}${w}`}>${a("watch.watch_it")}</a></p>
    </div>`}
    ${l&&i&&s`<${ze} id=${r} game=${l} moves=${i} fragment=${t} watchCode=${o} />`}
  </div>`}},Symbol.toStringTag,{value:"Module"}));function Pe({id:e,ended:t,children:r}){const{log:o,fault:l,retry:i}=function(e){const[t,a]=f(null),[s,r]=f(null),[o,l]=f(0);return n(()=>{const t=new AbortController,s={params:{game_id:e},signal:t.signal};return(async()=>{r(null);const e=await $.client.get("/games/{game_id}",s),t=[];for(;t.length<e.version;){const e=await $.client.get("/games/{game_id}/moves",{...s,query:{after:t.length,limit:500}});if(!e.moves.length)break;t.push(...e.moves)}const n=t.find(({events:e})=>e.some(({type:e})=>"dealt"===e)),o=n?.number??t.length,l=await $.client.get("/games/{game_id}/replay",{...s,query:{at:o}}),i=l.seats.map(e=>({...e,hand:null}));a({game:e,moves:t,first:{...l,seats:i,stock_cards:null}})})().catch(e=>t.signal.aborted||r(e)),()=>t.abort()},[e,o]),{log:t,fault:s,retry:()=>l(e=>e+1)}}(e);return l?s`<${u} error=${l} retry=${i} />`:o?s`<${Ie} log=${o} ended=${t}>${r}<//>`:s`<p class="loading" role="status">${a("common.loading")}</p>`}function Ie({log:{game:e,moves:t,first:r},ended:o,children:l}){const[c,d]=f(r),[u,h]=f(!1),$=c.version>=t.length,p=i(e.players,e.seats);n(()=>{if(u)return;const e=setInterval(()=>{if(document.hidden)return;const e=t[c.version];e?d(z(c,e)):o()},$?8e3:2e3);return()=>clearInterval(e)},[c,u]);const m=e.players.map(e=>({...e,online:null}));return s`<div class="columns">
    <div class="main">
      <${N} state=${c} players=${m} names=${p} move=${t[c.version-1]??null} rules=${e.rules} />
    </div>
    <div class="side">
      <p class="actions">
        <button type="button" onClick=${()=>h(!u)}>${a(u?"watch.rerun_go_on":"watch.rerun_pause")}</button>
        ${l}
      </p>
      <${P} moves=${t} names=${p} reached=${c.version} />
    </div>
  </div>`}function De({channels:e,current:t}){return e.length?s`<nav class="channels" aria-label=${a("watch.channels")}>
    <ul>
      ${e.map(({channel:e})=>s`<li key=${e}>
          <a class="button" href=${`#channel=${e}`} aria-current=${e===t?"true":null}>
            ${"best"===e?a("watch.channel_best"):m(e)}
          </a>
        </li>`)}
    </ul>
  </nav>`:null}function He({id:e,ended:t}){const{emotes:r}=c(d),o=E($.client,e,{ready:$.ready,emotes:r}),l="over"===o.table.shown?.phase||Boolean(o.fault);return n(()=>{l&&t()},[l]),s`<${U} ...${o}>
    <p class="actions">
      <a class="button" href=${`/games/${e}`}>${a("watch.stay")}</a>
      ${l&&s`<span class="soft">${a("watch.next_soon")}</span>`}
    </p>
  <//>`}function Re({games:e}){const[t,n]=f(e[0].id),r=Math.max(e.findIndex(e=>e.id===t),0),o=e[r],l=()=>n(e[(r+1)%e.length].id);return s`
    <p class="notice">${a("watch.rerun")} <a href="/">${a("watch.play_instead")}</a></p>
    <p class="soft">${R(o)} · ${m(o.preset)}</p>
    <${Pe} key=${o.id} id=${o.id} ended=${l}>
      ${e.length>1&&s`<button type="button" onClick=${l}>${a("watch.rerun_next")}</button>`}
      <a class="button" href=${`/games/${o.id}/replay`}>${a("watch.to_replay")}</a>
    <//>
  `}function Ue({isOther:e}){return s`<div class="panel narrow">
    <p>${a(e?"watch.nothing_here":"watch.nothing")}</p>
    <p class="actions"><a class="button primary" href="/">${a("watch.play_instead")}</a></p>
  </div>`}await L;const Je=Object.freeze(Object.defineProperty({__proto__:null,default:function({fragment:e}){const t=e.get("channel")??"best",{channels:r,recent:o,fault:l,look:i}=function(){const[{channels:e,recent:t},a]=f({channels:null,recent:[]}),[s,r]=f(null),[o,l]=f(0);return n(()=>{const e=new AbortController,t=async()=>{try{await $.ready;const{channels:t,recent:s}=await $.client.get("/tv",{signal:e.signal});a({channels:t,recent:s}),r(null)}catch(t){e.signal.aborted||r(t)}};t();const s=setInterval(()=>document.hidden||t(),15e3*(1+Math.random()/2));return()=>{e.abort(),clearInterval(s)}},[o]),{channels:e,recent:t,fault:s,look:()=>l(e=>e+1)}}();p(a("watch.tv"));const{game:c,watchers:d=0}=r?.find(({channel:e})=>e===t)??{},[h,w]=f({channel:"",id:""}),[g,y]=f(!1);n(()=>{if(!c||h.channel===t&&h.id&&(!g||h.id===c.id))return;const e=h.channel===t,a=setTimeout(()=>{w({channel:t,id:c.id}),y(!1)},e?8e3:0);return()=>clearTimeout(a)},[c?.id,t,g]);const v=h.channel===t?h.id:"";return s`<div class="game watching">
    <header class="watch-head">
      <h1>${a("watch.tv")}</h1>
      ${c&&s`<p class="soft">
        ${[R(c),m(c.preset),d>0&&a("watch.watchers",{count:d})].filter(Boolean).join(" · ")}
      </p>`}
    </header>
    ${l&&s`<${u} error=${l} retry=${i} />`}
    ${r&&s`<${De} channels=${r} current=${t} />`}
    ${r&&!c&&!v&&(o.length?s`<${Re} games=${o} />`:s`<${Ue} isOther=${r.length>0} />`)}
    ${v&&s`<${He} key=${v} id=${v} ended=${()=>{y(!0),setTimeout(i,2500)}} />`}
  </div>`}},Symbol.toStringTag,{value:"Module"}));await L;const Fe=new k,qe=Object.freeze(Object.defineProperty({__proto__:null,default:function({params:e}){const t=e.id??"",{table:n,fault:r,skip:o}=E(Fe,t),{shown:c,game:d}=n,u=i(n.players,c?.seats.length??0);A(n.shownMove,{names:u,you:null}),O(n.emotes,u);const h="over"===c?.phase;return s`<div class="game watching embedded">
    <h1 class="visually-hidden">${d?R(d):a("watch.watching")}</h1>
    ${r&&s`<p class="notice">${a("watch.not_shown")}</p>`}
    ${!r&&!c&&s`<p class="loading" role="status">${a("common.loading")}</p>`}
    ${c&&d&&["lobby","closed"].includes(c.phase)&&s`<p class="notice">${a("watch.not_running")}</p>`}
    ${c&&d&&!["lobby","closed"].includes(c.phase)&&s`<${N} state=${c} players=${n.players} names=${u}
      move=${n.shownMove} rules=${d.rules} emotes=${n.emotes} skip=${j(n)?null:o} />`}
    ${c&&h&&s`<${F} state=${c} labels=${l(n.players,u.length)} />`}
    <p class="embed-foot">
      <a href=${r?"/":`/games/${t}${h?"/replay":""}`} target="_blank" rel="noopener">
        ${a(h?"watch.embed_replay":"watch.embed_open")}
      </a>
    </p>
  </div>`}},Symbol.toStringTag,{value:"Module"}));export{Ne as a,qe as e,Je as t,B as v};
