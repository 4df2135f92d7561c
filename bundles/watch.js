import{M as e,T as t,t as s,h as a,A as n,n as r,l as o,E as l,x as i,k as c,f as d,H as h,B as u,e as p,p as m,s as $,d as f,z as g,F as w,q as y,L as b,ak as v,au as _,c as k,av as S,g as x,aw as O}from"./main.js";import{u as T,s as j,M as A,S as C,a as M,b as E,c as N,d as z,i as D,e as L,C as H,f as P,p as R,g as J}from"./table.js";const U=Promise.all([e(new URL("./table.css",import.meta.url)),e(new URL("./table.css",import.meta.url)),e(new URL("./watch.css",import.meta.url))]);function I({state:e,players:n,names:r,move:o,rules:l,isFlying:i=!0,emotes:c={},skip:d=null}){const h=t(null);T(h,i?o:null);const u=o?.events??[],p=j(u,{names:r,you:null});return a`<section class=${`play seats-${e.seats.length}`} ref=${h} aria-label=${s("table.table")}>
    <ul class="others" aria-label=${s("watch.players")}>
      ${e.seats.map((t,s)=>a`<${C} key=${t.seat} state=${e} seat=${t} name=${r[t.seat]??""}
          number=${s+1} player=${n.find(e=>e.seat===t.seat)} label="" choice=${null}
          isSeries=${null!=l.target_score} says=${M(u,t.seat)} emote=${c[t.seat]?.emote}
          isChosen=${!1} choose=${null} />`)}
    </ul>
    <${A} state=${e} names=${r} you=${null} rules=${l} detail=${p.join(" ")} skip=${d} />
  </section>`}function B({moves:e,names:t,reached:n,isLoading:r=!1}){const o=K(e,t).filter(({number:e})=>e<=n);return a`<section class="history" aria-labelledby="moves-title">
    <h2 id="moves-title">${s("watch.moves")}</h2>
    <ol class="moves plain-moves" reversed tabindex="0" aria-labelledby="moves-title">
      ${o.slice(-60).reverse().map(({number:e,words:t})=>a`<li key=${e} value=${e}><p>${t}</p></li>`)}
    </ol>
    ${r&&a`<p class="loading">${s("common.loading")}</p>`}
  </section>`}function F({moves:e,names:o,at:l,address:i}){const c=t(null);return n(()=>{const e=c.current?.querySelector("[aria-current]");if(!(c.current&&e instanceof HTMLElement))return;const t=e.offsetTop-(c.current.clientHeight-e.offsetHeight)/2;c.current.scrollTo({top:t})},[l]),a`<section class="history" aria-labelledby="moves-title">
    <h2 id="moves-title">${s("watch.moves")}</h2>
    <ol class="moves linked-moves" ref=${c} tabindex="0" aria-labelledby="moves-title">
      ${K(e,o).map(({number:e,words:t})=>a`<li key=${e} value=${e}>
          <a href=${i(e)} aria-current=${e===l?"step":null}>
            <span class="number">${r(e)}</span> <span>${t}</span>
          </a>
        </li>`)}
    </ol>
  </section>`}function K(e,t){return e.map(({number:e,events:s})=>({number:e,words:j(s,{names:t,you:null}).join(" ")})).filter(({words:e})=>e)}const q={},W=e=>o(l(e.players,e.seats));function G({table:e,fault:t,retry:n,skip:r,children:o}){const{shown:p,game:m}=e,$=l(e.players,p?.seats.length??0),f=i(e.players,$.length),g=c(d).emotes?e.emotes:q;return E(e.shownMove,{names:$,you:null}),N(g,$),t?a`<${h} error=${t} retry=${n} />`:p&&m?"closed"===p.phase?a`<p>${s("table.closed")}</p>`:"lobby"===p.phase?a`<${z} end=${e.end} /><${Q} labels=${f} state=${p} game=${m} />`:a`<div class="columns">
    <div class="main">
      ${"lost"===e.connection&&!e.end&&a`<p class="connection" role="status">${s("table.connection_lost")}</p>`}
      ${p.paused&&a`<p class="connection" role="status">${s("table.paused")}</p>`}
      <${z} end=${e.end} />
      <${I} state=${p} players=${e.players} names=${$} move=${e.shownMove} rules=${m.rules}
        emotes=${g} skip=${D(e)?null:r} />
      ${"over"===p.phase&&a`<${V} state=${p} labels=${f} />`}
    </div>
    <div class="side">
      ${o}
      <${B} moves=${e.moves} names=${$} reached=${p.version} isLoading=${!e.hasHistory} />
      ${m.emotes&&a`<${u} name="emotes" label=${s("table.emotes_shown")} />`}
    </div>
  </div>`:a`<p class="loading" role="status">${s("common.loading")}</p>`}function Q({labels:e,state:t,game:n}){const r=t.seats.filter(({taken:e})=>!e).length;return a`<div class="panel narrow">
    <p>${s("watch.not_started",{count:r})}</p>
    <ul>${t.seats.map(({seat:t,taken:n})=>a`<li key=${t}>${n?e[t]:s("table.empty_seat",{seat:t+1})}</li>`)}</ul>
    <p class="actions"><a class="button" href=${`/join/${n.id}`}>${s("watch.to_table")}</a></p>
  </div>`}function V({state:e,labels:t}){const{result:n,series:o}=e,l=o?.totals??n?.scores??[],i=new Set(o?.winners??n?.winners??[]),c=t.map((e,t)=>t).sort((e,t)=>(l[t]??0)-(l[e]??0));return a`<table class="result">
    <caption>${s(o?"watch.result_series":"watch.result")}</caption>
    <tbody>
      ${c.map(e=>a`<tr key=${e} class=${i.has(e)?"winner":""}>
          <th scope="row">${t[e]}${i.has(e)&&a` <span class="badge">${s("watch.winner")}</span>`}</th>
          <td>${r(l[e]??0)}</td>
        </tr>`)}
    </tbody>
  </table>`}function X(e){const t=e.fragment.get("watch")??void 0,{emotes:s}=c(d),n=L($.client,e.params.id??"",{watchCode:t,ready:$.ready,emotes:s});return a`<${Z} ...${e} watched=${n} />`}function Z({params:e,fragment:t,watched:n}){const r=e.id??"",o=t.get("watch"),{game:l,state:i}=n.table,c=l?W(l):s("watch.watching");p(c);const d="over"===i?.phase,h=o?`#${new URLSearchParams({watch:o})}`:"";return a`<div class="game watching">
    <header class="watch-head">
      <h1>${c}</h1>
      ${l&&a`<p class="soft">${m(l.preset)} · ${s(d?"watch.is_over":"watch.spectating")}</p>`}
    </header>
    <${G} ...${n}>
      <div class="actions">
        ${d&&a`<a class="button primary" href=${`/games/${r}/replay${h}`}>${s("watch.to_replay")}</a>`}
        <a class="button" href="/tv">${s("watch.other_games")}</a>
      </div>
      ${"public"===l?.visibility&&l.spectators&&a`<${Y} id=${r} />`}
    <//>
  </div>`}function Y({id:e}){const t=`<iframe src="${location.origin}/embed/${e}" width="720" height="640" title="Go Fish"></iframe>`;return a`<details class="embed-code">
    <summary>${s("watch.embed")}</summary>
    <${H} label=${s("watch.embed_label")} text=${t} />
  </details>`}await U;const ee=Object.freeze(Object.defineProperty({__proto__:null,default:function({watched:e,...t}){return e?a`<${Z} ...${t} watched=${e} />`:a`<${X} ...${t} />`}},Symbol.toStringTag,{value:"Module"})),te=[.5,1,2,4];function se(e,{first:s,last:a,seats:r,shown:o}){const[l,i]=f(re(e,"move",1,a)??s),[c,d]=f(re(e,"seat",0,r-1)),[h,u]=f(!1),[p,m]=f(1),$=t(e.toString()),w=e.toString();n(()=>{w!==$.current&&($.current=w,u(!1),i(re(e,"move",1,a)??s),d(re(e,"seat",0,r-1)))},[w]),n(()=>{const t=setTimeout(()=>{const t=ae(e,l,c);t!==`#${e}`&&new URLSearchParams(location.hash.slice(1)).toString()===w&&($.current=t.slice(1),g(t,{replace:!0}))},250);return()=>clearTimeout(t)},[l,c,w]);const y=e=>{u(!1),i(Math.min(Math.max(e,1),a))};return n(()=>{if(!h||o!==l)return;if(l>=a)return u(!1);const e=setTimeout(()=>i(l+1),1800/p);return()=>clearTimeout(e)},[h,l,o,p,a]),{at:l,seat:c,isPlaying:h,speed:p,go:y,step:e=>y(l+e),toggle:()=>{!h&&l>=a&&i(s),u(!h)},look:d,setSpeed:m}}function ae(e,t,s){const a=new URLSearchParams(e);return a.set("move",String(t)),null===s?a.delete("seat"):a.set("seat",String(s)),`#${a}`}function ne(e,s){const a=t(e);a.current=e,w(()=>{const e=e=>{if(e.defaultPrevented||e.ctrlKey||e.metaKey||e.altKey)return;const{go:t,step:n,toggle:r}=a.current,o="rtl"===document.documentElement.dir,l={ArrowLeft:()=>n(o?1:-1),ArrowRight:()=>n(o?-1:1),Home:()=>t(1),End:()=>t(s)," ":r}[e.key];var i,c;!l||(i=e.target,c=e.key,i instanceof Element&&!i.matches('input[type="range"]')&&(i.matches("input, select, textarea, dialog *")||" "===c&&i.matches("button, a, summary")))||(e.preventDefault(),l())};return document.addEventListener("keydown",e),()=>document.removeEventListener("keydown",e)},[s])}function re(e,t,s,a){const n=e.get(t)??"",r=/^\d{1,9}$/.test(n)?Number(n):null;return null===r||r<s||r>a?null:r}const oe={first:"M5 5h2v14H5zM19 5v14l-10-7z",back:"M16 5v14L6 12z",play:"M8 5v14l11-7z",pause:"M7 5h4v14H7zM13 5h4v14h-4z",forward:"M8 5v14l10-7z",last:"M17 5h2v14h-2zM5 5v14l10-7z"};function le({playback:e,last:t,books:n}){const{at:r,isPlaying:o,go:l,step:i,toggle:c}=e,d=s("watch.move_of",{move:r,last:t}),h=e=>100*(e-1)/Math.max(t-1,1)+"%";return a`<section class="controls" aria-label=${s("watch.controls")}>
    <div class="scrubber">
      <input type="range" min="1" max=${t} value=${r} aria-label=${s("watch.move")} aria-valuetext=${d}
        style=${{"--part":h(r)}} onInput=${e=>l(Number(e.target.value))} />
      <div class="marks" aria-hidden="true">
        ${n.map(e=>a`<i key=${e} style=${{insetInlineStart:h(e)}}></i>`)}
      </div>
    </div>
    <div class="control-row">
      <div class="buttons">
        <${ce} icon="first" label=${s("watch.first")} act=${()=>l(1)} isOff=${1===r} />
        <${ce} icon="back" label=${s("watch.back")} act=${()=>i(-1)} isOff=${1===r} />
        <${ce} icon=${o?"pause":"play"} label=${s(o?"watch.pause":"watch.play")} act=${c} isMain />
        <${ce} icon="forward" label=${s("watch.forward")} act=${()=>i(1)} isOff=${r===t} />
        <${ce} icon="last" label=${s("watch.last")} act=${()=>l(t)} isOff=${r===t} />
      </div>
      <p class="moment">${d}</p>
    </div>
  </section>`}function ie({playback:e,names:t,address:n}){const{seat:o,speed:l,look:i,setSpeed:c}=e;return a`<div class="options">
    <label>${s("watch.view")}
      <select onChange=${({target:e})=>i(""===e.value?null:Number(e.value))}>
        <option value="" selected=${null===o}>${s("watch.view_all")}</option>
        ${t.map((e,t)=>a`<option key=${t} value=${t} selected=${o===t}>${s("watch.view_seat",{name:e})}</option>`)}
      </select>
    </label>
    <label>${s("watch.speed")}
      <select onChange=${({target:e})=>c(Number(e.value))}>
        ${te.map(e=>a`<option key=${e} value=${e} selected=${l===e}>${s("watch.speed_times",{speed:r(e)})}</option>`)}
      </select>
    </label>
    <${de} address=${n} />
  </div>`}function ce({icon:e,label:t,act:s,isOff:n=!1,isMain:r=!1}){return a`<button type="button" class=${r?"primary control":"control"} aria-label=${t} title=${t}
    aria-disabled=${n} onClick=${()=>n||s()}>
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d=${oe[e]} fill="currentColor" /></svg>
  </button>`}function de({address:e}){return a`<${P} button=${s("watch.copy_link")} label=${s("watch.link_label")} text=${new URL(e,location.href).href} />`}const he=[..."23456789TJQKA"],ue=[..."CDHS"],pe=e=>(new TextEncoder).encode(e),me=e=>Uint8Array.from(e.match(/../g),e=>parseInt(e,16)),$e="Checked here, in the commands and in the events that show them: the commitment, the seats, the rules at the head, the draw for dealer, each cut and each deal with its dealer and the sizes of hands, the cards drawn, and the digest of each move. Not checked here: whether moves are legal, the result, and whether this is the log shown during play. python3 -m games.engine.verify does, the last of these with the receipts noted then (--receipts FILE).",fe=e=>"string"==typeof e&&/^[^\u0000-\u001f\u007f-\u009f\u2028\u2029\p{Cs}]{1,128}$/u.test(e),ge=e=>String(JSON.stringify(e)).slice(0,40),we=async e=>{return t=await crypto.subtle.digest("SHA-256",e),[...new Uint8Array(t)].map(e=>e.toString(16).padStart(2,"0")).join("");var t},ye=e=>[...he.flatMap(e=>ue.map(t=>e+t)),"BJ","RJ"].slice(0,52+e),be=e=>we(new Uint8Array([...pe("gofish-seed-1"),...me(e)]));async function ve(e,t,s,a){const n=await Se(e,t,s),r=ye(a);for(let e=r.length-1;e>0;e--){const t=await n(e+1);[r[e],r[t]]=[r[t],r[e]]}return r}const _e=async(e,t,s,a)=>(await Se(e,t,s))(a),ke=(e,t)=>[...e.slice(t),...e.slice(0,t)];async function Se(e,t,s){const a=await we(pe(t.map(([e,t])=>`${e}:${t}\n`).join(""))),n=await crypto.subtle.importKey("raw",me(e),{name:"HMAC",hash:"SHA-256"},!1,["sign"]);let r=0,o=[];return async e=>{if(!(e>=1))throw new RangeError("There is no number below that.");for(;;){if(0===o.length){const e=new DataView(await crypto.subtle.sign("HMAC",n,pe(`gofish-1 ${s} ${a} ${r++}`)));o=Array.from({length:8},(t,s)=>e.getUint32(4*s))}const t=o.shift();if(t<2**32-2**32%e)return t%e}}}class xe extends Error{}const Oe="This page reads transcripts of version 1 and 2, with moves of schema 1 to 3.",Te={__proto__:null,created:["rules","rules_version","seats","commitment","dealer"],seat_taken:["seat","entropy"],entropy_added:["seat","entropy"],seat_left:["seat"],started:["seats"],dealer_drawn:["seat","rounds"],pack_cut:["seat","position"],dealt:["dealer","pack","counts"],card_drawn:["seat","card"],series_continues:["seat"],draw_dealer:["dealer","pack"],cut:["seat","position"],time_out:["seat","cut"]},je={__proto__:null,created:"create",seat_taken:"take_seat",entropy_added:"add_entropy",seat_left:"leave_seat",started:"start",closed:"close",pack_cut:"cut",dealt:"deal",asked:"ask",card_exposed:"expose",misdealt:"misdeal",resigned:"resign",abandoned:"abandon",timed_out:"time_out",ruled:"rule"};async function Ae(e){if(!globalThis.crypto?.subtle)throw new xe("WebCrypto (crypto.subtle) is missing: browsers have it only on pages with https, on localhost and in files on the disk. Open this page with https, or run: node verify_deal.mjs FILE");let t;try{t=JSON.parse(e)}catch(e){throw new xe("This file is not JSON.",{cause:e})}const s=function(e){const t=[];for(const[s,a]of e.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g))if("{"===s||"["===s)t.push(new Set);else if("}"===s||"]"===s)t.pop();else if(a){const e=JSON.parse(s.slice(0,-a.length));if(t.at(-1).has(e))return JSON.stringify(e.slice(0,40));t.at(-1).add(e)}}(e);if(void 0!==s)throw new xe(`An object of this file has the member ${s} twice.`);if("gofish-transcript"!==t?.format)throw new xe("This is no Go Fish transcript.");if(1!==t.version&&2!==t.version)throw new xe(`This transcript has version ${ge(t.version)}. ${Oe}`);if(!/^[0-9a-f]{64}$/.test(t.seed))throw new xe("This transcript has no seed of 64 hex digits.");if(!t.moves?.length)throw new xe("This transcript has no moves.");try{const e=await async function({seed:e,commitment:t,rules:s,moves:a}){const n=a[0].events[0],r={...Me,...n.rules},o={rules:r,seed:e,entropy:[],seats:0,dealer:null,packs:0,cut:null,isDue:!1},l=new Set,i=[];let c=0,d=[];const h=(e,t,s)=>i.push(e?`HOLDS   ${t}`:`BROKEN  ${s}`)&&e,u=()=>({holds:i.every(e=>e.startsWith("HOLDS")),lines:i}),p=await be(e)===t;if(!h(p,"The commitment is that of the seed.","The seed is not the one that the commitment was made for."))return u();const m=n.commitment===t;if(!h(m,"The game was created under this commitment.","The game was created under another commitment."))return u();const $=(e,t)=>Ce(e??null)===Ce(t??null),f=Object.entries(n.rules).every(([e,t])=>$(t,s?.[e]))&&$(a[0].command.rules,n.rules);if(!h(f,"The rules shown are those that the game was created with.","The rules shown are not those that the game was created with."))return u();for(const{number:e,command:t,events:s}of a){const a=t=>h(!1,"",`Move ${e}: ${t}`)||u(),i=await De(t,o),p=s.filter(({type:e})=>e in Ee).map(ze);if(p.length>(i.event?1:0))return a(Ee[p.at(-1).type]);if(!i.holds||!Ne(p[0],i.event))return a(i.wrong);i.event&&h(!0,`Move ${e}: ${i.right}`);for(const e of s){const t=void 0===e.entropy?"":He(e,o.entropy);if(t)return a(t);if(void 0!==e.entropy&&o.entropy.push([e.seat,e.entropy]),"seat_taken"===e.type&&l.add(e.seat),"seat_left"===e.type&&l.delete(e.seat),"seat_left"===e.type&&(o.entropy=o.entropy.filter(([t])=>t!==e.seat)),"started"===e.type){if(o.seats||!Ne(e.seats,[...l].sort((e,t)=>e-t)))return a("The seats of the game are not those that were taken.");o.seats=e.seats.length,o.dealer=void 0===n.dealer?null:n.dealer%o.seats,o.isDue=!0}if("dealer_drawn"===e.type&&(o.dealer=e.seat),"pack_cut"===e.type&&(o.cut=e.position),"misdealt"===e.type||"series_continues"===e.type){if(o.isDue)return a("Another deal follows before this one was dealt.");if("series_continues"===e.type&&"clockwise"===r.dealer_rotation&&(o.dealer=(o.dealer+1)%o.seats),"series_continues"===e.type&&e.seat!==o.dealer)return a(`The next dealer is seat ${e.seat}; the rules give seat ${o.dealer}.`);o.isDue=!0}if("dealt"===e.type&&(Object.assign(o,{packs:o.packs+1,cut:null,isDue:!1}),d=Pe(e.pack).slice(e.counts.reduce((e,t)=>e+t,0))),"card_drawn"!==e.type)continue;if(!(e.seat>=0&&e.seat<o.seats))return a(`Seat ${e.seat} draws, which the game does not have.`);const s=d.shift();if(c+=1,e.card!==s)return a(`The card drawn is ${e.card}; the next of the stock was ${s??"none"}.`)}}return c&&h(!0,`The cards drawn, ${c}, are those of the stock in its order.`),0===o.packs&&u().holds&&h(!1,"","No pack was dealt."),u()}({...t,moves:t.moves.map(e=>function({number:e,schema:t,command:s,events:a},n){const r=t=>{throw new xe(`Move ${e} ${t}`)};t>3&&r(`has schema ${ge(t)}. ${Oe}`),t>2&&1===n&&r("is newer than version 1 of transcripts.");const o=e=>("string"==typeof(Array.isArray(e)?e[0]:e?.type)&&Array.isArray(e)===t>2||r("is not written as its schema says."),Array.isArray(e)?function([e,...t]){const s=(Te[e]??[]).map((e,s)=>[e,t[s]??void 0]);return Object.fromEntries([["type",e],...s])}(e):e),l=a.map(o);if(null!==s||t<3)return{number:e,command:o(s),events:l};const[i]=l;return je[i?.type]||r("has no command, and its first event does not imply one."),{number:e,command:{...i,type:je[i.type]},events:l}}(e,t.version))});return e.holds&&await async function({seed:e,commitment:t,moves:s},a){const n=await crypto.subtle.importKey("raw",me(e),{name:"HMAC",hash:"SHA-256"},!1,["sign"]);let r=t;for(const[e,t]of s.entries()){const{digest:s,...o}=t,l=new Uint8Array(8);new DataView(l.buffer).setBigUint64(0,BigInt(e+1));const i=await crypto.subtle.sign("HMAC",n,l);if(r=await we(new Uint8Array([...me(r),...new Uint8Array(i),...pe(Ce(o))])),a.holds=s===r&&t.number===e+1,!a.holds)return a.lines.push(`BROKEN  Move ${e+1}: Its digest is not that of its text: the log was changed here.`)}a.lines.push(`HOLDS   The digests of the ${s.length} moves are those of their texts.`)}(t,e),{...e,scope:$e}}catch(e){if(e instanceof xe)throw e;throw new xe("This transcript is incomplete: some of its moves cannot be read.",{cause:e})}}function Ce(e){return JSON.stringify(e,(e,t)=>t?.constructor===Object?(e=>Object.fromEntries(Object.entries(e).sort(([e],[t])=>e<t?-1:1)))(t):t).replace(/[\u007f-\uffff]/g,e=>`\\u${e.charCodeAt(0).toString(16).padStart(4,"0")}`)}const Me={deal_table:{2:7,3:5,4:5,5:4,6:4},hand_size:null,joker_count:0,dealer_selection:"random",dealer_rotation:"clockwise",cut_by_right:!1},Ee={__proto__:null,dealer_drawn:"A dealer is drawn that the seed does not give.",pack_cut:"A pack is cut that no command cuts.",dealt:"A pack is dealt that the seed does not give."},Ne=(e,t)=>JSON.stringify(e)===JSON.stringify(t);function ze({type:e,seat:t,rounds:s,position:a,dealer:n,pack:r,counts:o}){return"dealer_drawn"===e?{type:e,seat:t,rounds:s??[]}:"pack_cut"===e?{type:e,seat:t,position:a}:{type:e,dealer:n,pack:Pe(r),counts:o}}async function De(e,{rules:t,seed:s,entropy:a,seats:n,dealer:r,packs:o,cut:l,isDue:i}){const c=t.joker_count,d=(r+n-1)%n;if("draw_dealer"===e.type){if(!i||o>0||null!==r)return{wrong:Ee.dealer_drawn};if("random"===t.dealer_selection){const t=await _e(s,a,"dealer",n);return{holds:e.dealer===t,event:{type:"dealer_drawn",seat:t,rounds:[]},right:`The first dealer, seat ${t}, is the one that the seed gives.`,wrong:"The first dealer is not the one that the seed gives."}}const l=await ve(s,a,"dealer",c),d=function(e,t,s){const a=e.filter(e=>he.includes(e[0])),n=e=>he.indexOf(e[0])*("low_card"===s?-1:1),r=[];let o=[...Array(t).keys()];for(;o.length>1&&a.length>=o.length;){const e=o.map(e=>[e,a.shift()]);r.push(e);const t=Math.max(...e.map(([,e])=>n(e)));o=e.filter(([,e])=>n(e)===t).map(([e])=>e)}return{type:"dealer_drawn",seat:o[0],rounds:r}}(l,n,t.dealer_selection);return{holds:Ne(Pe(e.pack),l),event:d,right:`The cards drawn for dealer, and the first dealer, seat ${d.seat}, are those that the seed gives.`,wrong:"The cards drawn for dealer, or the first dealer, are not those that the seed gives."}}if("cut"===e.type||"time_out"===e.type&&void 0!==e.cut){if(!i||null===r||null!==l||!t.cut_by_right)return{wrong:Ee.pack_cut};const n="cut"===e.type,h=51+c,u=n?e.position:1+await _e(s,a,`cut ${o+1}`,h);return{holds:e.seat===d&&(n?u>=1&&u<=h:e.cut===u),event:{type:"pack_cut",seat:d,position:u},right:n?`The cut is that of seat ${d}.`:"The referee's cut is the one that the seed gives.",wrong:n?`The cut is not one of seat ${d}.`:"The referee's cut is not the one that the seed gives."}}if("deal"!==e.type)return{holds:!0};if(!i)return{wrong:Ee.dealt};if(null===r)return{wrong:"No dealer was drawn."};if(null===l===t.cut_by_right)return{wrong:"The pack was not cut."};const h=await ve(s,a,`deal ${o+1}`,c),u=null===l?h:ke(h,l),p="the one that the seed gives"+(null===l?"":`, cut below ${l}`);return{holds:Ne(Pe(e.pack),u),event:{type:"dealt",dealer:r,pack:u,counts:Le(t,n,r)},right:`The order of pack ${o+1} is ${p}; its dealer, seat ${r}, and the sizes of hands are those of the rules.`,wrong:`The order of pack ${o+1} is not ${p}, or its dealer or the sizes of hands are not those of the rules.`}}function Le({hand_size:e,deal_table:t,joker_count:s},a,n){if(null!==e||"all"!==t)return Array(a).fill(e??t[a]);const r=52+s;return Array.from({length:a},(e,t)=>Math.floor(r/a)+((e=>(e-n-1+a)%a<r%a)(t)?1:0))}function He({seat:e,entropy:t},s){return fe(t)?s.some(([t])=>t===e)?`Seat ${e} gives entropy a second time.`:"":`The entropy of seat ${e} is not 1 to 128 characters without control characters.`}const Pe=e=>Array.isArray(e)?e:e?.match(/../g)??[];globalThis.gofish={commitment:be,cutPack:ke,fullPack:ye,isEntropy:fe,numberBelow:_e,shuffledPack:ve,SCOPE:$e,verifyText:Ae},Object.assign(gofish,{COMMANDS:je,FIELDS:Te}),globalThis.process?.argv?.[1]?.endsWith("verify_deal.mjs")&&(3===process.argv.length?async function(e){try{const{readFile:t}=await(import("node:fs/promises")),{holds:s,lines:a}=await Ae(await t(e,"utf8"));console.log(a.join("\n")),s&&console.log($e),process.exitCode=s?0:1}catch(t){console.error(`${e} cannot be verified: ${t.message}`),process.exitCode=2}}(process.argv[2]):(console.error("usage: node verify_deal.mjs FILE"),process.exitCode=2));const Re=new URL("../examples/verify_deal.html",import.meta.url).href;function Je({id:e,watchCode:r,isWanted:o}){const l=t(null),[i,c]=f(!1),[d,h]=f(""),[u,p]=f(null),m=async t=>{c(!0),h("");try{const s={game_id:e},{text:a}=await $.client.request("GET","/games/{game_id}/transcript",{params:s,watchCode:r});await t(a)}catch(e){const t=e instanceof Error&&"Error"===e.name;h(t?s("watch.unreadable"):y(e))}finally{c(!1)}},w=()=>{if(!globalThis.crypto?.subtle)return h(s("watch.no_crypto"));m(async e=>p(await globalThis.gofish.verifyText(e)))};return n(()=>{o&&(l.current?.scrollIntoView(),w())},[]),a`<section class="panel deal-check" aria-labelledby="check-title" ref=${l}>
    <h2 id="check-title">${s("watch.check_title")}</h2>
    <p>${s("watch.check_text")}</p>
    <p class="actions">
      <button type="button" aria-disabled=${i} onClick=${()=>i||w()}>${s("watch.check")}</button>
      <button type="button" class="quiet" aria-disabled=${i}
        onClick=${()=>i||m(t=>v(t,`gofish-${e}.json`))}>${s("watch.download")}</button>
      <button type="button" class="quiet" aria-disabled=${i} onClick=${()=>i||(async()=>{c(!0),h("");try{const{token:t,sender:s}=$.client,a={Accept:"text/x-gfn",...t&&{Authorization:`Bearer ${t}`},...r&&{"X-Watch-Code":r}},n=await s.open(`/games/${e}/transcript`,{headers:a});if(!n.ok)throw b.of(n,await n.text());g(`/replay#gfn=${encodeURIComponent(await n.text())}`)}catch(e){h(y(e)),c(!1)}})()}>${s("watch.to_text")}</button>
    </p>
    <div role="status">
      ${i&&a`<p>${s("watch.checking")}</p>`}
      ${d&&a`<p class="wrong">${d}</p>`}
      ${u&&a`<p class=${u.holds?"holds":"wrong"}>${s(u.holds?"watch.fair":"watch.unfair")}</p>`}
    </div>
    ${u&&a`<details open=${!u.holds}>
      <summary>${s("watch.details")}</summary>
      <ul lang="en" dir="ltr" class="small">${[...u.lines,u.scope].map((e,t)=>a`<li key=${t}>${e}</li>`)}</ul>
    </details>`}
    <p class="small"><a href=${Re} target="_blank" rel="noopener">${s("watch.verifier")}</a></p>
  </section>`}function Ue({title:e,load:r,content:o,isWanted:l=!1}){const i=t(null);n(()=>{l&&i.current&&(i.current.open=!0,i.current.scrollIntoView({block:"start"}))},[l]);const[c,d]=f({}),[u,p]=f(!1),{view:m,error:$}=c;return a`<details class="panel disclosed" ref=${i} onToggle=${({target:e})=>{p(e.open),e.open&&!m&&r().then(e=>d({view:e.default}),()=>d({error:new _}))}}>
    <summary><h2>${e}</h2></summary>
    ${u&&$&&a`<${h} error=${$} />`}
    ${u&&!m&&!$&&a`<p class="loading" role="status">${s("common.loading")}</p>`}
    ${u&&m&&a`<${m} ...${o} />`}
  </details>`}const Ie=(e,t)=>`${t??"all"}:${e}`;await U;const Be=()=>import("./analysis.js").then(e=>e.p),Fe=()=>import("./analysis.js").then(e=>e.k);function Ke({id:e,game:r,moves:o,fragment:c,watchCode:d}){const u=o.length,p=o.find(({events:e})=>e.some(({type:e})=>"dealt"===e))?.number??u,m=l(r.players,r.seats),[g,w]=f(0),y=se(c,{first:p,last:u,seats:m.length,shown:g}),{at:b,seat:v,isPlaying:_}=y,{position:S,fault:x,retry:O}=function(e,{at:s,seat:a},{last:r,watchCode:o}){const l=t(new Map).current,[i,c]=f(null),[d,h]=f(null),[u,p]=f(0);return n(()=>{const t=new AbortController,n=async s=>{const n=l.get(Ie(s,a));if(n)return n;const r=null===a?{at:s}:{at:s,seat:a},i=await $.client.get("/games/{game_id}/replay",{params:{game_id:e},query:r,signal:t.signal,watchCode:o});l.set(Ie(s,a),i);for(const e of l.keys())l.size>500&&l.delete(e);return i},d=setTimeout(()=>(async()=>{c(await n(s)),h(null),s<r&&await n(s+1).catch(()=>{})})().catch(e=>t.signal.aborted||h(e)),l.has(Ie(s,a))||!i?0:70);return()=>{clearTimeout(d),t.abort()}},[e,s,a,r,o,u]),{position:i,fault:d,retry:()=>p(e=>e+1)}}(e,{at:b,seat:v},{last:u,watchCode:d});ne(y,u),n(()=>{S&&w(S.version)},[S]);const[T,A]=f(0),C=S?.version??0;n(()=>A(C),[C]);const[M]=f(b);n(()=>{!S||!T&&S?.version===M||_||k(j(S.move.events,{names:m,you:null,spoken:!0}).join(" "))},[S]);const E=e=>ae(c,e,v),N={id:e,names:m,at:b,isPlaying:_,go:y.go,address:E,watchCode:d},z=o.filter(({events:e})=>e.some(({type:e})=>"book_made"===e)).map(e=>e.number);return a`<div class="columns">
    <div class="main">
      ${x&&a`<${h} error=${x} retry=${O} />`}
      <${le} playback=${y} last=${u} books=${z} />
      ${S&&a`<${qe} position=${S} game=${r} names=${m} isNext=${C===T+1} />`}
      <${ie} playback=${y} names=${m} address=${E(b)} />
      <p class="small soft keys-help">${s("watch.keys")}</p>
      ${"over"===S?.phase&&a`<${V} state=${S} labels=${i(r.players,r.seats)} />`}
      <${Ue} title=${s("watch.analysis")} load=${Be} content=${{game:r,shown:N,isWanted:c.has("analysis")}} isWanted=${c.has("analysis")} />
      <${Ue} title=${s("watch.knowledge")} load=${Fe} content=${{seat:v,shown:N}} />
    </div>
    <div class="side">
      <${F} moves=${o} names=${m} at=${b} address=${E} />
      <${Je} id=${e} watchCode=${d} isWanted=${c.has("verify")} />
    </div>
  </div>`}function qe({position:e,game:t,names:n,isNext:r}){if("lobby"===e.phase){const t=e.seats.filter(e=>e.taken).length;return a`<section class="play before-start" aria-label=${s("table.table")}>
      <div class="middle">
        <div class="telling">
          <p class="situation">${s("watch.before_start")}</p>
          <p class="detail">${s("watch.before_start_text",{count:t})}</p>
        </div>
      </div>
    </section>`}return a`<${I} state=${e} players=${t.players.map(e=>({...e,online:null}))} names=${n} move=${e.move} rules=${t.rules} isFlying=${r} />`}const We=Object.freeze(Object.defineProperty({__proto__:null,Position:qe,default:function({params:e,fragment:t}){const r=e.id??"",o=t.get("watch")??void 0,{game:l,moves:i,fault:c,retry:d}=function(e,t){const[s,a]=f({}),[r,o]=f(null),[l,i]=f(0);return n(()=>{const s=new AbortController,n={params:{game_id:e},signal:s.signal,watchCode:t};return(async()=>{o(null),await $.ready;const e=await $.client.get("/games/{game_id}",n);if("over"!==e.status)return a({game:e});const t=[];for(;t.length<e.version;){const e={after:t.length,limit:500},s=await $.client.get("/games/{game_id}/moves",{...n,query:e});if(!s.moves.length)break;t.push(...s.moves)}a({game:e,moves:t})})().catch(e=>s.signal.aborted||o(e)),()=>s.abort()},[e,t,l]),{...s,fault:r,retry:()=>i(e=>e+1)}}(r,o),u=l?s("watch.replay_title",{players:W(l)}):s("watch.replay");p(u);const g=o?`#${new URLSearchParams({watch:o})}`:"";return a`<div class="game watching">
    <header class="watch-head">
      <h1>${u}</h1>
      ${l&&a`<p class="soft">${m(l.preset)}</p>`}
    </header>
    ${c&&a`<${h} error=${c} retry=${d} />`}
    ${!c&&!l&&a`<p class="loading" role="status">${s("common.loading")}</p>`}
    ${l&&"closed"===l.status&&a`<p>${s("watch.replay_closed")}</p>`}
    ${l&&["lobby","running"].includes(l.status)&&a`<div class="panel narrow">
      <p>${s("watch.replay_not_over")}</p>
      <p class="actions"><a class="button primary" href=${`/games/${r}${g}`}>${s("watch.watch_it")}</a></p>
    </div>`}
    ${l&&i&&a`<${Ke} id=${r} game=${l} moves=${i} fragment=${t} watchCode=${o} />`}
  </div>`}},Symbol.toStringTag,{value:"Module"})),Ge=1e5,Qe="23456789TJQKA",Ve="CDHSBR",Xe=/^(?:[0-5]>[0-5]:[2-9TJQKA][CDHS]?|\.?(?:\+[CDHS]+|[~!^](?:[2-9TJQKA][CDHS]|[BR]J|\?\?)|fish|[0-5]?#[2-9TJQKA][CDHSBR]*|>[0-5](?::[a-z_]+)?|-[0-5]|[a-z_]+\(.*\))|@[-0-5])$/,Ze=/^([A-Za-z]{1,20}): ?(.*)$/,Ye=["GFN","Game","Preset","Overlays","Players","Viewer","Rules","Schema","Seed","Digest","Annotations","Receipts"],et=["received","catch","book"],tt=["turn_continues","turn_passed","turn_closing","game_over"],st={created:["rules","rules_version","seats","commitment","dealer","turn_seconds","on_abandon","stand_in","aids","rated"],seat_taken:["seat","entropy","bot"],entropy_added:["seat","entropy"],seat_left:["seat"],started:["seats","rated"],closed:["reason"],dealer_drawn:["seat","rounds"],pack_cut:["seat","position"],asked:["seat","target","rank","card"],cards_given:["seat","to","cards"],go_fish:["seat","to","draws"],card_drawn:["seat","card","reason","public"],book_made:["seat","rank","cards"],book_voided:["seat","rank","cards","reason"],book_discarded:["seat","rank","cards","reason"],turn_continues:["seat","reason"],turn_closing:["seat","reason"],player_skipped:["seat","reason"],turn_passed:["seat","to","reason"],irregularity:["seat","kind","rank","penalties","card"],card_exposed:["seat","card"],misdealt:["seat","reason"],resigned:["seat"],abandoned:["seat"],timed_out:["seat"],stand_in_seated:["seat","bot"],ruled:["case","kind","seat","scores","winners"],seat_restored:["seat"],game_over:["reason","scores","winners"],series_continues:["seat","totals"],series_over:["totals","winners"]};class at extends Error{constructor(e,t){super(`Line ${e}, column ${t}`),this.line=e,this.column=t}}function nt(e,t){try{return JSON.parse(e??"")}catch{throw new at(t+1,1)}}class rt{constructor(e){this.rules=e,this.moves=[],this.asked=null,this.turn=null,this.seats=0}add(e){if(!Xe.test(e))throw new SyntaxError(e);const t="."===e[0]||">"===e[1];t&&(this.end(),this.moves.push({number:this.moves.length+1,events:[]}));const s=this.moves.at(-1);if(!s)throw new SyntaxError(e);for(const a of this.eventsOf(e.replace(/^\./,""),t))s.events.push(a),this.follow(a)}end(){const e=this.moves.at(-1)?.events??[],{asked:t}=this;if(!t||e.some(({type:e})=>tt.includes(e)))return;const s=e.findLast(({type:e,reason:t})=>"cards_given"===e||"go_fish"===e||"card_drawn"===e&&"fish"===t);if(!s)return;const{seat:a,target:n}=t,r="go_fish"!==s.type||s.draws?"no_catch":"stock_empty",o="asked"===this.rules.turn_passes_to?n:(a+1)%this.seats,l="cards_given"===s.type?{type:"turn_continues",seat:a,reason:"received"}:s.public?{type:"turn_continues",seat:a,reason:"catch"}:"honour"===this.rules.referee?{type:"turn_closing",seat:a,reason:r}:{type:"turn_passed",seat:a,to:o,reason:r};e.push(l),this.follow(l)}follow(e){"asked"===e.type&&([this.asked,this.turn]=[e,e.seat]),"turn_passed"===e.type&&(this.turn=e.to),"started"===e.type&&(this.seats=e.seats.length)}eventsOf(e,t){const s=e.slice(1),{turn:a}=this;if("@"===e[0])return[];if(">"===e[1]){const t=e.length>5?{card:e.slice(4)}:{};return[{type:"asked",seat:Number(e[0]),target:Number(e[2]),rank:e[4],...t}]}if("fish"===e||"+~!".includes(e[0]??"")){if(!this.asked)throw new SyntaxError(e);const{seat:t,target:a,rank:n}=this.asked;if("+"===e[0])return[{type:"cards_given",seat:a,to:t,cards:ot(n,s)}];const r={type:"go_fish",seat:a,to:t,draws:"fish"!==e};return"fish"===e?[r]:[r,{type:"card_drawn",seat:t,card:s,reason:"fish",public:"!"===e[0]}]}if("^"===e[0])return[{type:"card_drawn",seat:a,card:s,reason:"empty_hand",public:!1}];if("-"===e[0])return[{type:"player_skipped",seat:Number(s),reason:"no_cards"}];if(">"===e[0]){const[e,t="no_catch"]=s.split(":");return et.includes(t)?[{type:"turn_continues",seat:Number(e),reason:t}]:[{type:"turn_passed",..."start"===t?{}:{seat:a},to:Number(e),reason:t}]}const[,n="",r="",o=""]=/^([0-5]?)#(.)(.*)$/.exec(e)??[];if(r)return[{type:"book_made",seat:""===n?a:Number(n),rank:r,cards:ot(r,o||"CDHS")}];const[,l="",i=""]=/^([a-z_]+)\((.*)\)$/.exec(e)??[],c=JSON.parse(`[${i}]`);if("created"===l&&!(c[2]<=6))throw new SyntaxError(e);if("dealt"===l)return[lt(c)];const d=st[l];if(!d){if(!t)throw new SyntaxError(e);return[]}const h=Object.fromEntries(d.map((e,t)=>[e,c[t]]).filter(([,e])=>null!=e));return"created"===l&&(h.rules=this.rules),"dealer_drawn"===l&&(h.rounds??=[]),"book_discarded"===l&&(h.reason??="fish_penalty"),[{type:l,...h}]}}const ot=(e,t)=>[...t].map(t=>Ve.indexOf(t)<4?e+t:`${t}J`);function lt([e,t,s]){const a=t.match(/../g)??[],n=s.length,r=s.reduce((e,t)=>e+t,0);if(!(n<=6&&r<=a.length&&a.length<=54))throw new SyntaxError("dealt");const o=s.map(()=>[]);let l=0;for(let t=0;t<Math.max(...s);t++)for(let r=1;r<=n;r++){const i=(e+r)%n;s[i]>t&&o[i]?.push(a[l++])}return{type:"dealt",dealer:e,counts:s,stock:a.length-l,hands:o.map(it),stock_cards:a.slice(l)}}const it=e=>[...e].sort((e,t)=>ct(e)-ct(t)),ct=e=>"J"===e[1]&&"BR".includes(e[0]??"")?48+Ve.indexOf(e[0]??""):4*Qe.indexOf(e[0]??"")+Ve.indexOf(e[1]??"");function dt({moves:e,rules:t,headers:s},a){const n=new ht(t);for(const{events:t}of e.slice(0,a))for(const e of t)n.apply(e);return{game:s.Game??"",version:a,deadline:null,...n.state(),move:e[a-1]}}class ht{constructor(e){this.rules=e,this.shown={phase:"new",commitment:"",turn_seconds:null,rated:null,dealer:null,deal:0,turn:null,asked:null,closing:null,idle_asks:0,void:[],discards:[],result:null,series:null,rulings:[]},this.seats=[],this.stock=[]}state(){const{phase:e,asked:t,dealer:s,turn:a}=this.shown,n="lobby"===e||"closed"===e,r="answer"===e?t?.target:"cut"===e?(s-1+this.seats.length)%this.seats.length:a;return{...this.shown,to_act:r??null,stock:this.stock.length,stock_cards:this.stock,seats:this.seats.map((e,t)=>({...e,seat:t,taken:!n||e.taken,hand_size:e.hand.length,hand:e.hand.includes("??")?null:it(e.hand)}))}}apply(e){const{shown:t}=this,s=this.seats[e.seat];switch(e.type){case"created":Object.assign(t,{phase:"lobby",commitment:e.commitment,dealer:e.dealer??null,turn_seconds:e.turn_seconds??null}),this.seats=Array.from({length:e.seats},()=>({taken:!1,left:!1,bot:null,hand:[],books:[],total:0,barred:[],misses_turns:0}));break;case"seat_taken":Object.assign(s,{taken:!0,bot:e.bot??null});break;case"seat_left":Object.assign(s,{taken:!1,bot:null});break;case"started":this.seats=e.seats.map(e=>this.seats[e]),t.rated=e.rated??null,null===t.dealer?t.phase="dealer":(t.dealer%=this.seats.length,this.wait());break;case"closed":t.phase="closed";break;case"dealer_drawn":t.dealer=e.seat,this.wait();break;case"pack_cut":t.phase="deal";break;case"dealt":this.clear(),Object.assign(t,{dealer:e.dealer,deal:t.deal+1,phase:"ask",result:null}),this.seats.forEach((t,s)=>t.hand=[...e.hands[s]]),this.stock=e.stock_cards;break;case"asked":t.asked=e,t.idle_asks+=1,"honour"===this.rules.referee&&(t.phase="answer");break;case"cards_given":this.take(s,e.cards),this.seats[e.to].hand.push(...e.cards);break;case"card_drawn":s.hand.push(e.card??"??"),this.stock=this.stock.slice(1),t.idle_asks=0;break;case"book_made":this.take(s,e.cards),t.idle_asks=0,s.books.push({rank:e.rank,cards:e.cards});break;case"book_voided":this.take(s,e.cards),t.idle_asks=0,t.void.push({seat:e.seat,rank:e.rank,cards:e.cards});break;case"book_discarded":s.books=s.books.slice(1),t.discards.push({rank:e.rank,cards:e.cards});break;case"turn_continues":Object.assign(t,{phase:"ask",asked:null,closing:null});break;case"turn_closing":Object.assign(t,{phase:"closing",closing:e.reason});break;case"player_skipped":"penalty"===e.reason&&(s.misses_turns-=1);break;case"turn_passed":Object.assign(t,{phase:"ask",turn:e.to,asked:null,closing:null});break;case"irregularity":e.penalties.includes("rank_barred")&&!s.barred.includes(e.rank)&&(s.barred=[...s.barred,e.rank].sort((e,t)=>Qe.indexOf(e)-Qe.indexOf(t))),e.penalties.includes("misses_next_turn")&&(s.misses_turns+=1);break;case"misdealt":Object.assign(t,{turn:null,closing:null}),this.wait();break;case"resigned":case"abandoned":this.leave(s);break;case"stand_in_seated":s.bot=e.bot??"random";break;case"ruled":t.rulings.push(e),"seat_removed"===e.kind&&s&&"over"!==t.phase?this.leave(s):"annulled"===e.kind&&["cut","deal"].includes(t.phase)&&this.clear();break;case"seat_restored":Object.assign(s,{left:!1,bot:null});break;case"game_over":Object.assign(t,{phase:"over",turn:null,asked:null,closing:null,result:e});break;case"series_continues":t.dealer=e.seat,this.seats.forEach((t,s)=>Object.assign(t,{total:e.totals[s],barred:[],misses_turns:0})),this.wait();break;case"series_over":t.series=e,this.seats.forEach((t,s)=>t.total=e.totals[s])}}wait(){this.shown.phase=this.rules.cut_by_right?"cut":"deal"}clear(){this.stock=[],Object.assign(this.shown,{void:[],discards:[],idle_asks:0});for(const e of this.seats)Object.assign(e,{hand:[],books:[]})}leave(e){e.left=!0,["cut","deal"].includes(this.shown.phase)&&this.clear()}take(e,t){for(const s of t){const t=e.hand.includes(s)?e.hand.indexOf(s):e.hand.indexOf("??");if(t<0)throw new at(1,1);e.hand.splice(t,1)}}}function ut(e){if(!e)return{};if(e.length>Ge)return{fault:s("watch.open_too_long")};try{const t=function(e){const t=e.split(/\r?\n/),s={};let a=0;for(;t[a];a++){const[,e="",n=""]=Ze.exec(t[a]??"")??[];if(!Ye.includes(e)||e in s||0===a&&("GFN"!==e||"1"!==n))throw new at(a+1,1);s[e]=n}const n=nt(s.Rules,a),r=nt(s.Players,a);if(!n||!Array.isArray(r))throw new at(a+1,1);const o=new rt(n);for(a+=1;a<t.length&&!t[a]?.startsWith("Times:");a++)for(const{0:e,index:s}of(t[a]??"").matchAll(/\S+/g))try{o.add(e)}catch(e){throw e instanceof at?e:new at(a+1,s+1)}if(o.end(),!o.moves.length)throw new at(t.length,1);return{headers:s,rules:n,players:r,moves:o.moves}}(e);return dt(t,t.moves.length),{notation:t}}catch(e){return{fault:e instanceof at?s("watch.open_fault",{line:e.line,column:e.column}):s("watch.unreadable")}}}function pt({fault:e}){const[t,n]=f(""),r=e=>{const{fault:t}=ut(e.trimStart());n(t??""),e.trim()&&!t&&g(`/replay#gfn=${encodeURIComponent(e.trimStart())}`)},o=async e=>e&&r(e.size>Ge?" ".repeat(100001)+".":await e.text());return a`<form class="panel narrow" onSubmit=${x(e=>r(String(new FormData(e).get("gfn"))))}
    onDragOver=${e=>e.preventDefault()} onDrop=${e=>{e.preventDefault(),o(e.dataTransfer?.files[0])}}>
    <p>${s("watch.open_text")}</p>
    <label>${s("watch.open_label")}
      <textarea name="gfn" rows="8" spellcheck="false" dir="ltr" required></textarea>
    </label>
    <p class="actions"><button class="primary">${s("watch.open_show")}</button></p>
    <label>${s("watch.open_file")}
      <input type="file" accept=".gfn,text/x-gfn,text/plain" onChange=${({target:e})=>o(e.files[0])} />
    </label>
    <div role="alert">${(t||e)&&a`<p class="fault">${t||e}</p>`}</div>
  </form>`}function mt({notation:e,game:t,fragment:r}){const{moves:o}=e,c=o.length,d=e=>o.filter(({events:t})=>t.some(({type:t})=>t===e)).map(({number:e})=>e),h=d("dealt")[0]??c,u=l(t.players,t.seats),[p,m]=f(0),$=se(r,{first:h,last:c,seats:u.length,shown:p}),{at:g,isPlaying:w}=$,y=S(()=>dt(e,g),[g]);ne($,c),n(()=>{p&&!w&&k(j(y.move.events,{names:u,you:null,spoken:!0}).join(" ")),m(g)},[g]);const b=e=>ae(r,e,null);return a`<div class="columns">
    <div class="main">
      <${le} playback=${$} last=${c} books=${d("book_made")} />
      <${qe} position=${y} game=${t} names=${u} isNext=${g===p+1} />
      <div class="options"><${de} address=${b(g)} /></div>
      <p class="small soft keys-help">${s("watch.keys")}</p>
      <p class="small soft">${s("watch.open_unverified")}</p>
      ${"over"===y.phase&&a`<${V} state=${y} labels=${i(t.players,t.seats)} />`}
    </div>
    <div class="side">
      <${F} moves=${o} names=${u} at=${g} address=${b} />
    </div>
  </div>`}await U;const $t=Object.freeze(Object.defineProperty({__proto__:null,default:function({fragment:e}){const t=e.get("gfn")??"",{notation:n,fault:r}=S(()=>ut(t),[t]),o=n&&function(e){const{seats:t}=dt(e,e.moves.length);return{id:"",status:"over",players:t.map(({bot:t},s)=>{const a=String(e.players[s]??"").slice(0,40)||null,n=t&&!a?"built_in":"person";return{seat:s,player:a,display_name:null,kind:n,is_bot:"person"!==n,bot:t,online:null}}),seats:t.length,rules:e.rules}}(n),l=o?s("watch.replay_title",{players:W(o)}):s("watch.open_title");return p(l),a`<div class="game watching">
    <header class="watch-head"><h1>${l}</h1></header>
    ${n?a`<${mt} key=${t} notation=${n} game=${o} fragment=${e} />`:a`<${pt} fault=${r} />`}
  </div>`}},Symbol.toStringTag,{value:"Module"}));function ft({id:e,ended:t,children:r}){const{log:o,fault:l,retry:i}=function(e){const[t,s]=f(null),[a,r]=f(null),[o,l]=f(0);return n(()=>{const t=new AbortController,a={params:{game_id:e},signal:t.signal};return(async()=>{r(null);const e=await $.client.get("/games/{game_id}",a),t=[];for(;t.length<e.version;){const e=await $.client.get("/games/{game_id}/moves",{...a,query:{after:t.length,limit:500}});if(!e.moves.length)break;t.push(...e.moves)}const n=t.find(({events:e})=>e.some(({type:e})=>"dealt"===e)),o=n?.number??t.length,l=await $.client.get("/games/{game_id}/replay",{...a,query:{at:o}}),i=l.seats.map(e=>({...e,hand:null}));s({game:e,moves:t,first:{...l,seats:i,stock_cards:null}})})().catch(e=>t.signal.aborted||r(e)),()=>t.abort()},[e,o]),{log:t,fault:a,retry:()=>l(e=>e+1)}}(e);return l?a`<${h} error=${l} retry=${i} />`:o?a`<${gt} log=${o} ended=${t}>${r}<//>`:a`<p class="loading" role="status">${s("common.loading")}</p>`}function gt({log:{game:e,moves:t,first:r},ended:o,children:i}){const[c,d]=f(r),[h,u]=f(!1),p=c.version>=t.length,m=l(e.players,e.seats);n(()=>{if(h)return;const e=setInterval(()=>{if(document.hidden)return;const e=t[c.version];e?d(R(c,e)):o()},p?8e3:2e3);return()=>clearInterval(e)},[c,h]);const $=e.players.map(e=>({...e,online:null}));return a`<div class="columns">
    <div class="main">
      <${I} state=${c} players=${$} names=${m} move=${t[c.version-1]??null} rules=${e.rules} />
    </div>
    <div class="side">
      <p class="actions">
        <button type="button" onClick=${()=>u(!h)}>${s(h?"watch.rerun_go_on":"watch.rerun_pause")}</button>
        ${i}
      </p>
      <${B} moves=${t} names=${m} reached=${c.version} />
    </div>
  </div>`}function wt({channels:e,current:t}){return e.length?a`<nav class="channels" aria-label=${s("watch.channels")}>
    <ul>
      ${e.map(({channel:e})=>a`<li key=${e}>
          <a class="button" href=${`#channel=${e}`} aria-current=${e===t?"true":null}>
            ${"best"===e?s("watch.channel_best"):m(e)}
          </a>
        </li>`)}
    </ul>
  </nav>`:null}function yt({id:e,ended:t}){const{emotes:r}=c(d),o=L($.client,e,{ready:$.ready,emotes:r}),l="over"===o.table.shown?.phase||Boolean(o.fault||J(o.table.end));return n(()=>{l&&t()},[l]),a`<${G} ...${o}>
    <p class="actions">
      <a class="button" href=${`/games/${e}`}>${s("watch.stay")}</a>
      ${l&&a`<span class="soft">${s("watch.next_soon")}</span>`}
    </p>
  <//>`}function bt({games:e}){const[t,n]=f(e[0].id),r=Math.max(e.findIndex(e=>e.id===t),0),o=e[r],l=()=>n(e[(r+1)%e.length].id);return a`
    <p class="notice">${s("watch.rerun")} <a href="/">${s("watch.play_instead")}</a></p>
    <p class="soft">${W(o)} · ${m(o.preset)}</p>
    <${ft} key=${o.id} id=${o.id} ended=${l}>
      ${e.length>1&&a`<button type="button" onClick=${l}>${s("watch.rerun_next")}</button>`}
      <a class="button" href=${`/games/${o.id}/replay`}>${s("watch.to_replay")}</a>
    <//>
  `}function vt({isOther:e}){return a`<div class="panel narrow">
    <p>${s(e?"watch.nothing_here":"watch.nothing")}</p>
    <p class="actions"><a class="button primary" href="/">${s("watch.play_instead")}</a></p>
  </div>`}await U;const _t=Object.freeze(Object.defineProperty({__proto__:null,default:function({fragment:e}){const t=e.get("channel")??"best",{channels:r,recent:o,fault:l,look:i}=function(){const[{channels:e,recent:t},s]=f({channels:null,recent:[]}),[a,r]=f(null),[o,l]=f(0);return n(()=>{const e=new AbortController,t=async()=>{try{await $.ready;const{channels:t,recent:a}=await $.client.get("/tv",{signal:e.signal});s({channels:t,recent:a}),r(null)}catch(t){e.signal.aborted||r(t)}};t();const a=setInterval(()=>document.hidden||t(),15e3*(1+Math.random()/2));return()=>{e.abort(),clearInterval(a)}},[o]),{channels:e,recent:t,fault:a,look:()=>l(e=>e+1)}}();p(s("watch.tv"));const{game:c,watchers:d=0}=r?.find(({channel:e})=>e===t)??{},[u,g]=f({channel:"",id:""}),[w,y]=f(!1);n(()=>{if(!c||u.channel===t&&u.id&&(!w||u.id===c.id))return;const e=u.channel===t,s=setTimeout(()=>{g({channel:t,id:c.id}),y(!1)},e?8e3:0);return()=>clearTimeout(s)},[c?.id,t,w]);const b=u.channel===t?u.id:"";return a`<div class="game watching">
    <header class="watch-head">
      <h1>${s("watch.tv")}</h1>
      ${c&&a`<p class="soft">
        ${[W(c),m(c.preset),d>0&&s("watch.watchers",{count:d})].filter(Boolean).join(" · ")}
      </p>`}
    </header>
    ${l&&a`<${h} error=${l} retry=${i} />`}
    ${!r&&!l&&a`<p class="loading" role="status">${s("common.loading")}</p>`}
    ${r&&a`<${wt} channels=${r} current=${t} />`}
    ${r&&!c&&!b&&(o.length?a`<${bt} games=${o} />`:a`<${vt} isOther=${r.length>0} />`)}
    ${b&&a`<${yt} key=${b} id=${b} ended=${()=>{y(!0),setTimeout(i,2500)}} />`}
  </div>`}},Symbol.toStringTag,{value:"Module"}));await U;const kt=new O,St=Object.freeze(Object.defineProperty({__proto__:null,default:function({params:e}){const t=e.id??"",{table:n,fault:r,skip:o}=L(kt,t),{shown:c,game:d}=n,h=l(n.players,c?.seats.length??0);E(n.shownMove,{names:h,you:null}),N(n.emotes,h);const u="over"===c?.phase;return a`<div class="game watching embedded">
    <h1 class="visually-hidden">${d?W(d):s("watch.watching")}</h1>
    ${r&&a`<p class="notice">${s("watch.not_shown")}</p>`}
    ${!r&&!c&&a`<p class="loading" role="status">${s("common.loading")}</p>`}
    ${J(n.end)&&a`<p class="notice">${J(n.end)}</p>`}
    ${c&&d&&["lobby","closed"].includes(c.phase)&&a`<p class="notice">${s("watch.not_running")}</p>`}
    ${c&&d&&!["lobby","closed"].includes(c.phase)&&a`<${I} state=${c} players=${n.players} names=${h}
      move=${n.shownMove} rules=${d.rules} emotes=${n.emotes} skip=${D(n)?null:o} />`}
    ${c&&u&&a`<${V} state=${c} labels=${i(n.players,h.length)} />`}
    <p class="embed-foot">
      <a href=${r?"/":`/games/${t}${u?"/replay":""}`} target="_blank" rel="noopener">
        ${s(u?"watch.embed_replay":"watch.embed_open")}
      </a>
    </p>
  </div>`}},Symbol.toStringTag,{value:"Module"}));export{We as a,St as e,$t as o,_t as t,ee as v};
