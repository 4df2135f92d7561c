import{n as a,t as s,h as n,T as e,l as t,d as l,F as i,am as r,I as o,H as c,E as u,A as $,an as d,s as m,R as y,c as p,ao as h,k as f,a as b}from"./main.js";import{e as g,f as w,g as k,h as _,j as v,k as x}from"./table.js";const M=s=>a(s,{style:"percent",maximumFractionDigits:0}),F=s=>a(100*s,{maximumFractionDigits:0,signDisplay:"exceptZero"}),z=a=>Math.round(100*a),T=s=>a(100*s,{minimumFractionDigits:1,maximumFractionDigits:1}),j=({value:a,error:s})=>({from:a-2*s,to:a+2*s}),D=(a,s)=>a.findLast(({number:a})=>a<=s)??null,C=({target:a,rank:n,card:e},t)=>({other:t[a]??"",what:e?s("cards.asked_card",{card:g(e)}):w(n)}),L=({seat:a,ask:n},e)=>s("analysis.ask",{name:e[a]??"",...C(n,e)});function q({analysis:a,shown:e}){const{names:t,at:l}=e,i=a.asks.find(({number:a})=>a===l);return n`<section class="current-ask" aria-labelledby="current-ask">
    <h3 id="current-ask">${s("analysis.this_move",{move:l})}</h3>
    ${i?n`<${A} judged=${i} names=${t} />`:n`<p class="soft">${s("analysis.no_ask")}</p>`}
  </section>`}function A({judged:a,names:e}){const{hit:t,provable:l,hit_chance:i,win:r,best:o,cost:c,seat:u,win_after:$}=a,d=l?s(`analysis.provable_${l}`):s("analysis.hit_chance",{chance:M(i)}),m=c<.005,y={...C(o.ask,e),chance:M(o.win),cost:T(c)};return n`<p><b>${L(a,e)}</b> ${s(t?"analysis.was_hit":"analysis.was_miss")}</p>
    <ul>
      <li>${d}</li>
      <li>${s("analysis.win_by_ask",{name:e[u]??"",chance:M(r),after:M($)})}</li>
      <li>${m?s("analysis.was_best"):s("analysis.better",y)}</li>
    </ul>`}function O({analysis:e,shown:t}){const{names:l,address:i,at:r}=t;return n`<details>
    <summary>${s("analysis.table")}</summary>
    <div class="scrolled" role="group" tabindex="0" aria-label=${s("analysis.table")}>
      <table class="ask-table">
        <thead><tr>${["move","asked","hit_column","hit_chance_column","win_column","after_column","cost_column"].map(a=>n`<th key=${a} scope="col">${s(`analysis.${a}`)}</th>`)}</tr></thead>
        <tbody>
          ${e.asks.map(e=>n`<tr key=${e.number}>
            <th scope="row"><a href=${i(e.number)} aria-current=${e.number===r?"step":null}>${a(e.number)}</a></th>
            <td class="words">${L(e,l)}</td>
            <td>${s(e.hit?"analysis.yes":"analysis.no")}</td>
            <td>${M(e.hit_chance)}</td>
            <td>${M(e.win)}</td>
            <td>${M(e.win_after)}</td>
            <td>${T(e.cost)}</td>
          </tr>`)}
        </tbody>
      </table>
    </div>
  </details>`}const P=["M-1 0a1 1 0 1 0 2 0a1 1 0 1 0-2 0z","M-.9-.9h1.8v1.8h-1.8z","M0-1.15L1.1.85h-2.2z","M0-1.25L1.25 0 0 1.25-1.25 0z","M0 1.15L1.1-.85h-2.2z","M-.4-1.1h.8v.7h.7v.8h-.7v.7h-.8v-.7h-.7v-.8h.7z"];function S({seat:a,points:s}){return n`<polyline class=${"line seat-"+a%P.length} points=${s} />`}function R({seat:a,x:s,y:e,size:t,isFull:l}){return n`<path class=${`mark seat-${a%P.length} ${l?"full":""}`} d=${P[a%P.length]}
    transform=${`translate(${s.toFixed(1)} ${e.toFixed(1)}) scale(${t})`} />`}function E({seat:a}){return n`<svg class="win-lines sample" width="44" height="16" viewBox="0 0 44 16" aria-hidden="true">
    <${S} seat=${a} points="1,8 43,8" />
    <${R} seat=${a} x=${22} y=${8} size=${5} isFull />
  </svg>`}const U=[0,.25,.5,.75,1];function B({analysis:a,shown:e}){const{names:t,at:l}=e,i=a.win_chances;if(i.length<2)return null;const r=D(i,l);return n`<div class="graph">
    <${G} analysis=${a} shown=${e} />
    <ul class="legend plain">
      ${t.map((a,s)=>n`<li key=${s}>
        <${E} seat=${s} /> <span>${a}</span> <b>${r?M(r.shares[s]??0):""}</b>
      </li>`)}
    </ul>
    <p class="small soft">${s("analysis.graph_help")} <span class="keys-help">${s("analysis.graph_keys")}</span></p>
  </div>`}function G({analysis:a,shown:r}){const{names:o,at:c,go:u}=r,$=a.win_chances,d=e(null),m=function(a){const[s,n]=l(320);return i(()=>{const s=a.current;if(!s)return;const e=()=>n(Math.max(Math.floor(s.clientWidth),200)),t=new ResizeObserver(e);return t.observe(s),e(),()=>t.disconnect()},[]),s}(d),y=function(a,s){const n=a[0]?.number??1,e=a.at(-1)?.number??n,t=(s-46-12)/Math.max(e-n,1),l=a=>W()?s-a:a;return{first:n,last:e,x:a=>l(46+(a-n)*t),y:a=>218-206*a,number:a=>Math.min(Math.max(n+Math.round((l(a)-46)/t),n),e)}}($,m),{first:p,last:h}=y,f=D($,c),b=Math.min(Math.max(c,p),h),g=a=>{const s=d.current?.getBoundingClientRect();s&&u(y.number(a.clientX-s.left))},w=f&&t(o.map((a,n)=>s("analysis.chance_of",{name:a,chance:M(f.shares[n]??0)})));return n`<div class="plot" ref=${d} role="slider" tabindex="0" aria-label=${s("analysis.graph")}
    aria-valuemin=${p} aria-valuemax=${h} aria-valuenow=${b}
    aria-valuetext=${f?s("analysis.graph_at",{move:c,chances:w??""}):s("analysis.graph_before",{move:c})}
    onClick=${g} onPointerMove=${a=>"mouse"===a.pointerType&&a.buttons&&g(a)} onKeyDown=${s=>{if("ArrowUp"!==s.key&&"ArrowDown"!==s.key)return;s.preventDefault();const n=a.asks.map(({number:a})=>a),e="ArrowUp"===s.key?n.find(a=>a>c):n.findLast(a=>a<c);void 0!==e&&u(e)}}>
    <svg class="win-lines" width=${m} height=${230} viewBox=${`0 0 ${m} 230`} aria-hidden="true" focusable="false">
      ${U.map(a=>n`<line key=${a} class="rule" x1=${y.x(p)} x2=${y.x(h)} y1=${y.y(a)} y2=${y.y(a)} />`)}
      ${U.filter(a=>a%.5==0).map(a=>n`<text key=${a} x=${W()?m-46+6:40} y=${y.y(a)+4} text-anchor=${W()?"start":"end"} direction="ltr">${M(a)}</text>`)}
      ${a.turning_points.map(({number:a})=>n`<path key=${a} class="turning" d=${`M${y.x(a)-5} 1h10l-5 8z`} />`)}
      ${b===c&&n`<line class="now" x1=${y.x(c)} x2=${y.x(c)} y1=${12} y2=${218} />`}
      <${N} analysis=${a} scale=${y} />
      ${f&&o.map((a,s)=>n`<${R} key=${s} seat=${s} x=${y.x(b)} y=${y.y(f.shares[s]??0)} size=${7} isFull />`)}
    </svg>
  </div>`}function N({analysis:a,scale:s}){const{win_chances:e,asks:t,seats:l}=a,i=Math.abs(s.x(s.last)-s.x(s.first))/(s.last-s.first),r=Math.min(Math.max(.45*i,2),5);return n`${Array.from({length:l},(a,t)=>n`<${S} key=${t} seat=${t}
      points=${e.map(({number:a,shares:n})=>`${s.x(a).toFixed(1)},${s.y(n[t]??0).toFixed(1)}`).join(" ")} />`)}
    ${t.map(({number:a,seat:t,hit:l})=>n`<${R} key=${`ask ${a}`} seat=${t} x=${s.x(a)}
      y=${s.y(D(e,a)?.shares[t]??0)} size=${r} isFull=${l} />`)}`}const W=()=>"rtl"===document.documentElement.dir;function H({analysis:e,names:t}){return n`<section aria-labelledby="accuracy-title">
    <h3 id="accuracy-title">${s("analysis.players")}</h3>
    <ul class="seats plain">
      ${e.players.map(({seat:e,asks:l,accuracy:i,luck:r})=>n`<li key=${e}>
        <h4><${E} seat=${e} /> ${t[e]}</h4>
        <dl>
          <div>
            <dt>${s("analysis.accuracy")}</dt>
            <dd><b>${i?a(i.value,{maximumFractionDigits:0}):"–"}</b>
              <span class="small soft">${i?function(n,e){const{from:t,to:l}=j(n),i=s=>a(Math.round(Math.min(Math.max(s,0),100)));return s("analysis.accuracy_range",{from:i(t),to:i(l),count:e})}(i,l):s("analysis.accuracy_none")}</span></dd>
          </div>
          <div>
            <dt>${s("analysis.luck")}</dt>
            <dd><b>${s("analysis.points",{points:F(r.value),count:z(r.value)})}</b>
              <span class="small soft">${function(a){const{from:n,to:e}=j(a),t=n>0?"lucky":e<0?"unlucky":"luck_open",l=s("analysis.luck_range",{from:F(n),to:F(e)}),i=s("analysis.luck_parts",{deal:F(a.deal),draws:F(a.draws)});return`${s(`analysis.${t}`)} ${l} ${i}`}(r)}</span></dd>
          </div>
        </dl>
      </li>`)}
    </ul>
    <p class="small soft">${s("analysis.players_help")}</p>
  </section>`}const I=Promise.all([r("analysis"),o(new URL("./analysis.css",import.meta.url)),o(new URL("./analysis.css",import.meta.url))]),K=new Set(["analysis_unavailable","analysis_failed"]);function X({error:a,retry:e}){return a instanceof c&&K.has(a.code)?n`<p>${s("analysis.unavailable")}</p>
    <p class="small soft" lang="en" dir="ltr">${a.detail}</p>`:n`<${u} error=${a} retry=${e} />`}const Z={first:1500,longest:3e4};function J({analysis:a,shown:e}){const{names:t,at:l,address:i}=e,r=a.turning_points;return n`<section aria-labelledby="turning-title">
    <h3 id="turning-title">${s("analysis.turning_points")}</h3>
    ${!r.length&&n`<p class="soft">${s("analysis.turning_none")}</p>`}
    <ul class="turning-points plain">
      ${r.map(e=>n`<li key=${e.number}>
        <a href=${i(e.number)} aria-current=${e.number===l?"step":null}>${s("analysis.move_number",{move:e.number})}</a>
        <span>${function({number:a,seat:n,change:e,text:t},l,i){const r=l.asks.find(s=>s.number===a),o=r?`${L(r,i)} ${s(r.hit?"analysis.was_hit":"analysis.was_miss")}`:"",c=t.replace(/^At move \d+ /,"").replace(/\bseat (\d)\b/gi,(a,s)=>i[Number(s)]??""),u={name:i[n]??"",points:F(e),count:z(e)};return`${"en"===h()?c:o} ${s("analysis.change",u)}`}(e,a,t)}</span>
      </li>`)}
    </ul>
  </section>`}function Q({request:a}){return n`<p>${s("analysis.offer")}</p>
    <p class="actions"><button type="button" class="primary" onClick=${a}>${s("analysis.request")}</button></p>`}function V({stored:a,shown:e}){const{analysis:t,annulled:l}=a;return n`
    ${l&&n`<p class="notice">${s("analysis.annulled")}</p>`}
    <${B} analysis=${t} shown=${e} />
    <${q} analysis=${t} shown=${e} />
    <${J} analysis=${t} shown=${e} />
    <${H} analysis=${t} names=${e.names} />
    <${O} analysis=${t} shown=${e} />
    <p class="small soft">${s("analysis.model",{version:t.model})}</p>
  `}await I;const Y=Object.freeze(Object.defineProperty({__proto__:null,default:function({game:a,shown:t,isWanted:i=!1}){const{found:r,request:o,reload:u}=function(a,n){const[e,t]=l({status:"reading"}),[i,r]=l({method:"GET",attempt:0});$(()=>{const e=new AbortController,l=new d(Z),r={params:{game_id:a},signal:e.signal,patience:y,watchCode:n};let o=0,u=!1;const $=async a=>{const{status:n,data:e,headers:i}=await m.client.request(a,"/games/{game_id}/analysis",r);if(202===n)return c=Number(i.get("Retry-After"))||0,t({status:"waiting"}),u||p(s("analysis.waiting")),u=!0,void(o=setTimeout(()=>$("GET").catch(h),l.next(c)));var c;t({status:"done",stored:e}),u&&p(s("analysis.ready"))},h=a=>{if(e.signal.aborted)return;const s=a instanceof c&&"not_analysed"===a.code;t(s?{status:"none"}:{status:"fault",error:a})};return t({status:"POST"===i.method?"waiting":"reading"}),m.ready.then(()=>$(i.method)).catch(h),()=>{e.abort(),clearTimeout(o)}},[a,n,i]);const o=a=>r(({attempt:s})=>({method:a,attempt:s+1}));return{found:e,request:()=>o("POST"),reload:()=>o("GET")}}(t.id,t.watchCode),{account:h}=f(m.standing),b=null!==h&&a.players.some(({player:a})=>a===h.username),g=e(!1);return $(()=>{i&&b&&"none"===r.status&&!g.current&&(g.current=!0,o())},[r.status,i,b]),"done"===r.status?n`<div class="analysis"><${V} stored=${r.stored} shown=${t} /></div>`:n`<div class="analysis">
    ${"reading"===r.status&&n`<p class="loading">${s("common.loading")}</p>`}
    ${"waiting"===r.status&&n`<p class="loading">${s("analysis.waiting")}</p>`}
    ${"none"===r.status&&(b?n`<${Q} request=${o} />`:n`<p>${s("analysis.only_players")}</p>`)}
    ${"fault"===r.status&&n`<${X} error=${r.error} retry=${b?o:u} />`}
  </div>`}},Symbol.toStringTag,{value:"Module"}));function aa({knowledge:e,names:t}){const{ranks:l,cards:i,method:r,error:o,seat:c}=e,u=t.map((a,s)=>s).filter(a=>a!==c),$=k.filter(a=>l.some(s=>s.rank===a));if(!$.length)return n`<p>${s("analysis.known_none")}</p>`;const d=[...u,null].map(a=>({place:a,held:na(i,a)})).filter(({held:a})=>a.length);return n`
    <div class="scrolled" role="group" tabindex="0" aria-label=${s("analysis.known_table")}>
      <table class="known-table">
        <caption class="visually-hidden">${s("analysis.known_table")}</caption>
        <thead><tr><th scope="col">${s("analysis.known_rank")}</th>${u.map(a=>n`<th key=${a} scope="col">${t[a]}</th>`)}</tr></thead>
        <tbody>
          ${$.map(a=>n`<tr key=${a}>
            <th scope="row"><span aria-hidden="true">${_(a)}</span><span class="visually-hidden">${v(a)}</span></th>
            ${u.map(s=>n`<${sa} key=${s} known=${l.find(n=>n.rank===a&&n.seat===s)} />`)}
          </tr>`)}
        </tbody>
      </table>
    </div>
    <h3>${s("analysis.known_cards")}</h3>
    ${!d.length&&n`<p>${s("analysis.known_cards_none")}</p>`}
    <ul class="plain">
      ${d.map(({place:a,held:e})=>n`<li key=${a}>
        ${s("analysis.known_cards_of",{name:null===a?s("analysis.known_stock"):t[a]??"",cards:e.map(x).join(" ")})}
      </li>`)}
    </ul>
    <p class="small soft">${"exact"===r?s("analysis.known_exact"):s("analysis.known_sampled",{error:a(o,{style:"percent",maximumFractionDigits:1})})}</p>
  `}function sa({known:a}){if(!a)return n`<td>–</td>`;const{holds:e,chance:t}=a;return null!==e?n`<td class=${e?"sure":"none"}>${s(e?"analysis.known_yes":"analysis.known_no")}</td>`:n`<td class="open" style=${{"--chance":`${(100*t).toFixed(0)}%`}}>${M(t)}</td>`}await I;const na=(a,s)=>a.filter(a=>null===s?"stock"===a.place:"seat"===a.place&&a.seat===s).map(({card:a})=>a),ea=Object.freeze(Object.defineProperty({__proto__:null,default:function({seat:a,shown:e}){const{id:t,names:i,at:r,isPlaying:o,watchCode:c}=e,[u,d]=l(a??0);$(()=>{null!==a&&d(a)},[a]);const y=function(a,s){const[n,e]=l(a);return $(()=>{if(s)return;const n=setTimeout(()=>e(a),400);return()=>clearTimeout(n)},[a,s]),n}(r,o),{data:p,error:h,isLoading:f,reload:g}=b(a=>m.client.get("/games/{game_id}/knowledge",{params:{game_id:t},query:{at:y,seat:u},signal:a,watchCode:c}),[t,y,u,c]);return n`<div class="analysis knowledge" aria-busy=${f||y!==r}>
    <p>${s("analysis.known_text")}</p>
    <p class="known-of"><label>${s("analysis.known_of")} <select onChange=${({target:a})=>d(Number(a.value))}>
      ${i.map((a,s)=>n`<option key=${s} value=${s} selected=${s===u}>${a}</option>`)}
    </select></label> <span class="soft">${s("analysis.move_number",{move:p?.number??y})}</span></p>
    ${h&&n`<${X} error=${h} retry=${g} />`}
    ${!p&&!h&&n`<p class="loading" role="status">${s("common.loading")}</p>`}
    ${p&&!h&&n`<${aa} knowledge=${p} names=${i} />`}
  </div>`}},Symbol.toStringTag,{value:"Module"}));export{ea as k,Y as p};
