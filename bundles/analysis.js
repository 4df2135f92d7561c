import{n as a,t as s,h as n,T as t,l as e,d as l,F as i,ax as r,M as o,L as c,H as u,A as $,W as d,s as m,Y as y,c as p,as as h,k as f,a as b}from"./main.js";import{h as g,j as w,k,l as _,m as v,n as x}from"./table.js";const M=s=>a(s,{style:"percent",maximumFractionDigits:0}),F=s=>a(100*s,{maximumFractionDigits:0,signDisplay:"exceptZero"}),z=a=>Math.round(100*a),T=s=>a(100*s,{minimumFractionDigits:1,maximumFractionDigits:1}),j=({value:a,error:s})=>({from:a-2*s,to:a+2*s}),D=(a,s)=>a.findLast(({number:a})=>a<=s)??null,C=({target:a,rank:n,card:t},e)=>({other:e[a]??"",what:t?s("cards.asked_card",{card:g(t)}):w(n)}),L=({seat:a,ask:n},t)=>s("analysis.ask",{name:t[a]??"",...C(n,t)});function q({analysis:a,shown:t}){const{names:e,at:l}=t,i=a.asks.find(({number:a})=>a===l);return n`<section class="current-ask" aria-labelledby="current-ask">
    <h3 id="current-ask">${s("analysis.this_move",{move:l})}</h3>
    ${i?n`<${A} judged=${i} names=${e} />`:n`<p class="soft">${s("analysis.no_ask")}</p>`}
  </section>`}function A({judged:a,names:t}){const{hit:e,provable:l,hit_chance:i,win:r,best:o,cost:c,seat:u,win_after:$}=a,d=l?s(`analysis.provable_${l}`):s("analysis.hit_chance",{chance:M(i)}),m=c<.005,y={...C(o.ask,t),chance:M(o.win),cost:T(c)};return n`<p><b>${L(a,t)}</b> ${s(e?"analysis.was_hit":"analysis.was_miss")}</p>
    <ul>
      <li>${d}</li>
      <li>${s("analysis.win_by_ask",{name:t[u]??"",chance:M(r),after:M($)})}</li>
      <li>${m?s("analysis.was_best"):s("analysis.better",y)}</li>
    </ul>`}function O({analysis:t,shown:e}){const{names:l,address:i,at:r}=e;return n`<details>
    <summary>${s("analysis.table")}</summary>
    <div class="scrolled" role="group" tabindex="0" aria-label=${s("analysis.table")}>
      <table class="ask-table">
        <thead><tr>${["move","asked","hit_column","hit_chance_column","win_column","after_column","cost_column"].map(a=>n`<th key=${a} scope="col">${s(`analysis.${a}`)}</th>`)}</tr></thead>
        <tbody>
          ${t.asks.map(t=>n`<tr key=${t.number}>
            <th scope="row"><a href=${i(t.number)} aria-current=${t.number===r?"step":null}>${a(t.number)}</a></th>
            <td class="words">${L(t,l)}</td>
            <td>${s(t.hit?"analysis.yes":"analysis.no")}</td>
            <td>${M(t.hit_chance)}</td>
            <td>${M(t.win)}</td>
            <td>${M(t.win_after)}</td>
            <td>${T(t.cost)}</td>
          </tr>`)}
        </tbody>
      </table>
    </div>
  </details>`}const P=["M-1 0a1 1 0 1 0 2 0a1 1 0 1 0-2 0z","M-.9-.9h1.8v1.8h-1.8z","M0-1.15L1.1.85h-2.2z","M0-1.25L1.25 0 0 1.25-1.25 0z","M0 1.15L1.1-.85h-2.2z","M-.4-1.1h.8v.7h.7v.8h-.7v.7h-.8v-.7h-.7v-.8h.7z"];function S({seat:a,points:s}){return n`<polyline class=${"line seat-"+a%P.length} points=${s} />`}function R({seat:a,x:s,y:t,size:e,isFull:l}){return n`<path class=${`mark seat-${a%P.length} ${l?"full":""}`} d=${P[a%P.length]}
    transform=${`translate(${s.toFixed(1)} ${t.toFixed(1)}) scale(${e})`} />`}function E({seat:a}){return n`<svg class="win-lines sample" width="44" height="16" viewBox="0 0 44 16" aria-hidden="true">
    <${S} seat=${a} points="1,8 43,8" />
    <${R} seat=${a} x=${22} y=${8} size=${5} isFull />
  </svg>`}const U=[0,.25,.5,.75,1];function B({analysis:a,shown:t}){const{names:e,at:l}=t,i=a.win_chances;if(i.length<2)return null;const r=D(i,l);return n`<div class="graph">
    <${G} analysis=${a} shown=${t} />
    <ul class="legend plain">
      ${e.map((a,s)=>n`<li key=${s}>
        <${E} seat=${s} /> <span>${a}</span> <b>${r?M(r.shares[s]??0):""}</b>
      </li>`)}
    </ul>
    <p class="small soft">${s("analysis.graph_help")} <span class="keys-help">${s("analysis.graph_keys")}</span></p>
  </div>`}function G({analysis:a,shown:r}){const{names:o,at:c,go:u}=r,$=a.win_chances,d=t(null),m=function(a){const[s,n]=l(320);return i(()=>{const s=a.current;if(!s)return;const t=()=>n(Math.max(Math.floor(s.clientWidth),200)),e=new ResizeObserver(t);return e.observe(s),t(),()=>e.disconnect()},[]),s}(d),y=function(a,s){const n=a[0]?.number??1,t=a.at(-1)?.number??n,e=(s-46-12)/Math.max(t-n,1),l=a=>W()?s-a:a;return{first:n,last:t,x:a=>l(46+(a-n)*e),y:a=>218-206*a,number:a=>Math.min(Math.max(n+Math.round((l(a)-46)/e),n),t)}}($,m),{first:p,last:h}=y,f=D($,c),b=Math.min(Math.max(c,p),h),g=a=>{const s=d.current?.getBoundingClientRect();s&&u(y.number(a.clientX-s.left))},w=f&&e(o.map((a,n)=>s("analysis.chance_of",{name:a,chance:M(f.shares[n]??0)})));return n`<div class="plot" ref=${d} role="slider" tabindex="0" aria-label=${s("analysis.graph")}
    aria-valuemin=${p} aria-valuemax=${h} aria-valuenow=${b}
    aria-valuetext=${f?s("analysis.graph_at",{move:c,chances:w??""}):s("analysis.graph_before",{move:c})}
    onClick=${g} onPointerMove=${a=>"mouse"===a.pointerType&&a.buttons&&g(a)} onKeyDown=${s=>{if("ArrowUp"!==s.key&&"ArrowDown"!==s.key)return;s.preventDefault();const n=a.asks.map(({number:a})=>a),t="ArrowUp"===s.key?n.find(a=>a>c):n.findLast(a=>a<c);void 0!==t&&u(t)}}>
    <svg class="win-lines" width=${m} height=${230} viewBox=${`0 0 ${m} 230`} aria-hidden="true" focusable="false">
      ${U.map(a=>n`<line key=${a} class="rule" x1=${y.x(p)} x2=${y.x(h)} y1=${y.y(a)} y2=${y.y(a)} />`)}
      ${U.filter(a=>a%.5==0).map(a=>n`<text key=${a} x=${W()?m-46+6:40} y=${y.y(a)+4} text-anchor=${W()?"start":"end"} direction="ltr">${M(a)}</text>`)}
      ${a.turning_points.map(({number:a})=>n`<path key=${a} class="turning" d=${`M${y.x(a)-5} 1h10l-5 8z`} />`)}
      ${b===c&&n`<line class="now" x1=${y.x(c)} x2=${y.x(c)} y1=${12} y2=${218} />`}
      <${N} analysis=${a} scale=${y} />
      ${f&&o.map((a,s)=>n`<${R} key=${s} seat=${s} x=${y.x(b)} y=${y.y(f.shares[s]??0)} size=${7} isFull />`)}
    </svg>
  </div>`}function N({analysis:a,scale:s}){const{win_chances:t,asks:e,seats:l}=a,i=Math.abs(s.x(s.last)-s.x(s.first))/(s.last-s.first),r=Math.min(Math.max(.45*i,2),5);return n`${Array.from({length:l},(a,e)=>n`<${S} key=${e} seat=${e}
      points=${t.map(({number:a,shares:n})=>`${s.x(a).toFixed(1)},${s.y(n[e]??0).toFixed(1)}`).join(" ")} />`)}
    ${e.map(({number:a,seat:e,hit:l})=>n`<${R} key=${`ask ${a}`} seat=${e} x=${s.x(a)}
      y=${s.y(D(t,a)?.shares[e]??0)} size=${r} isFull=${l} />`)}`}const W=()=>"rtl"===document.documentElement.dir;function H({analysis:t,names:e}){return n`<section aria-labelledby="accuracy-title">
    <h3 id="accuracy-title">${s("analysis.players")}</h3>
    <ul class="seats plain">
      ${t.players.map(({seat:t,asks:l,accuracy:i,luck:r})=>n`<li key=${t}>
        <h4><${E} seat=${t} /> ${e[t]}</h4>
        <dl>
          <div>
            <dt>${s("analysis.accuracy")}</dt>
            <dd><b>${i?a(i.value,{maximumFractionDigits:0}):"–"}</b>
              <span class="small soft">${i?function(n,t){const{from:e,to:l}=j(n),i=s=>a(Math.round(Math.min(Math.max(s,0),100)));return s("analysis.accuracy_range",{from:i(e),to:i(l),count:t})}(i,l):s("analysis.accuracy_none")}</span></dd>
          </div>
          <div>
            <dt>${s("analysis.luck")}</dt>
            <dd><b>${s("analysis.points",{points:F(r.value),count:z(r.value)})}</b>
              <span class="small soft">${function(a){const{from:n,to:t}=j(a),e=n>0?"lucky":t<0?"unlucky":"luck_open",l=s("analysis.luck_range",{from:F(n),to:F(t)}),i=s("analysis.luck_parts",{deal:F(a.deal),draws:F(a.draws)});return`${s(`analysis.${e}`)} ${l} ${i}`}(r)}</span></dd>
          </div>
        </dl>
      </li>`)}
    </ul>
    <p class="small soft">${s("analysis.players_help")}</p>
  </section>`}const K=Promise.all([r("analysis"),o(new URL("./analysis.css",import.meta.url)),o(new URL("./analysis.css",import.meta.url))]),X=new Set(["analysis_unavailable","analysis_failed"]);function Y({error:a,retry:t}){return a instanceof c&&X.has(a.code)?n`<p>${s("analysis.unavailable")}</p>
    <p class="small soft" lang="en" dir="ltr">${a.detail}</p>`:n`<${u} error=${a} retry=${t} />`}const Z={first:1500,longest:3e4};function I({analysis:a,shown:t}){const{names:e,at:l,address:i}=t,r=a.turning_points;return n`<section aria-labelledby="turning-title">
    <h3 id="turning-title">${s("analysis.turning_points")}</h3>
    ${!r.length&&n`<p class="soft">${s("analysis.turning_none")}</p>`}
    <ul class="turning-points plain">
      ${r.map(t=>n`<li key=${t.number}>
        <a href=${i(t.number)} aria-current=${t.number===l?"step":null}>${s("analysis.move_number",{move:t.number})}</a>
        <span>${function({number:a,seat:n,change:t,text:e},l,i){const r=l.asks.find(s=>s.number===a),o=r?`${L(r,i)} ${s(r.hit?"analysis.was_hit":"analysis.was_miss")}`:"",c=e.replace(/^At move \d+ /,"").replace(/\bseat (\d)\b/gi,(a,s)=>i[Number(s)]??""),u={name:i[n]??"",points:F(t),count:z(t)};return`${"en"===h()?c:o} ${s("analysis.change",u)}`}(t,a,e)}</span>
      </li>`)}
    </ul>
  </section>`}function J({request:a}){return n`<p>${s("analysis.offer")}</p>
    <p class="actions"><button type="button" class="primary" onClick=${a}>${s("analysis.request")}</button></p>`}function Q({stored:a,shown:t}){const{analysis:e,annulled:l}=a;return n`
    ${l&&n`<p class="notice">${s("analysis.annulled")}</p>`}
    <${B} analysis=${e} shown=${t} />
    <${q} analysis=${e} shown=${t} />
    <${I} analysis=${e} shown=${t} />
    <${H} analysis=${e} names=${t.names} />
    <${O} analysis=${e} shown=${t} />
    <p class="small soft">${s("analysis.model",{version:e.model})}</p>
  `}await K;const V=Object.freeze(Object.defineProperty({__proto__:null,default:function({game:a,shown:e,isWanted:i=!1}){const{found:r,request:o,reload:u}=function(a,n,t){const[e,i]=l({status:"reading"}),[r,o]=l({method:"GET",attempt:0});$(()=>{if(!r.attempt&&("none"===t||"unavailable"===t))return i({status:t});const e=new AbortController,l=new d(Z),o={params:{game_id:a},signal:e.signal,patience:y,watchCode:n};let u=0,$=!1;const h=async a=>{const{status:n,data:t,headers:e}=await m.client.request(a,"/games/{game_id}/analysis",o);if(202===n)return r=Number(e.get("Retry-After"))||0,i({status:"waiting"}),$||p(s("analysis.waiting")),$=!0,void(u=setTimeout(()=>h("GET").catch(f),l.next(r)));var r;i({status:"done",stored:t}),$&&p(s("analysis.ready"))},f=a=>{if(e.signal.aborted)return;const s=a instanceof c&&"not_analysed"===a.code;i(s?{status:"none"}:{status:"fault",error:a})};return i({status:"POST"===r.method?"waiting":"reading"}),m.ready.then(()=>h(r.method)).catch(f),()=>{e.abort(),clearTimeout(u)}},[a,n,r]);const u=a=>o(({attempt:s})=>({method:a,attempt:s+1}));return{found:e,request:()=>u("POST"),reload:()=>u("GET")}}(e.id,e.watchCode,a.analysis),{account:h}=f(m.standing),b=null!==h&&a.players.some(({player:a})=>a===h.username),g=t(!1);return $(()=>{i&&b&&"none"===r.status&&!g.current&&(g.current=!0,o())},[r.status,i,b]),"done"===r.status?n`<div class="analysis"><${Q} stored=${r.stored} shown=${e} /></div>`:n`<div class="analysis">
    ${"reading"===r.status&&n`<p class="loading">${s("common.loading")}</p>`}
    ${"waiting"===r.status&&n`<p class="loading">${s("analysis.waiting")}</p>`}
    ${"none"===r.status&&(b?n`<${J} request=${o} />`:n`<p>${s("analysis.only_players")}</p>`)}
    ${"unavailable"===r.status&&n`<p>${s("analysis.unavailable")}</p>`}
    ${"fault"===r.status&&n`<${Y} error=${r.error} retry=${b?o:u} />`}
  </div>`}},Symbol.toStringTag,{value:"Module"}));function aa({knowledge:t,names:e}){const{ranks:l,cards:i,method:r,error:o,seat:c}=t,u=e.map((a,s)=>s).filter(a=>a!==c),$=k.filter(a=>l.some(s=>s.rank===a));if(!$.length)return n`<p>${s("analysis.known_none")}</p>`;const d=[...u,null].map(a=>({place:a,held:na(i,a)})).filter(({held:a})=>a.length);return n`
    <div class="scrolled" role="group" tabindex="0" aria-label=${s("analysis.known_table")}>
      <table class="known-table">
        <caption class="visually-hidden">${s("analysis.known_table")}</caption>
        <thead><tr><th scope="col">${s("analysis.known_rank")}</th>${u.map(a=>n`<th key=${a} scope="col">${e[a]}</th>`)}</tr></thead>
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
      ${d.map(({place:a,held:t})=>n`<li key=${a}>
        ${s("analysis.known_cards_of",{name:null===a?s("analysis.known_stock"):e[a]??"",cards:t.map(x).join(" ")})}
      </li>`)}
    </ul>
    <p class="small soft">${"exact"===r?s("analysis.known_exact"):s("analysis.known_sampled",{error:a(o,{style:"percent",maximumFractionDigits:1})})}</p>
  `}function sa({known:a}){if(!a)return n`<td>–</td>`;const{holds:t,chance:e}=a;return null!==t?n`<td class=${t?"sure":"none"}>${s(t?"analysis.known_yes":"analysis.known_no")}</td>`:n`<td class="open" style=${{"--chance":`${(100*e).toFixed(0)}%`}}>${M(e)}</td>`}await K;const na=(a,s)=>a.filter(a=>null===s?"stock"===a.place:"seat"===a.place&&a.seat===s).map(({card:a})=>a),ta=Object.freeze(Object.defineProperty({__proto__:null,default:function({seat:a,shown:t}){const{id:e,names:i,at:r,isPlaying:o,watchCode:c}=t,[u,d]=l(a??0);$(()=>{null!==a&&d(a)},[a]);const y=function(a,s){const[n,t]=l(a);return $(()=>{if(s)return;const n=setTimeout(()=>t(a),400);return()=>clearTimeout(n)},[a,s]),n}(r,o),{data:p,error:h,isLoading:f,reload:g}=b(a=>m.client.get("/games/{game_id}/knowledge",{params:{game_id:e},query:{at:y,seat:u},signal:a,watchCode:c}),[e,y,u,c]);return n`<div class="analysis knowledge" aria-busy=${f||y!==r}>
    <p>${s("analysis.known_text")}</p>
    <p class="known-of"><label>${s("analysis.known_of")} <select onChange=${({target:a})=>d(Number(a.value))}>
      ${i.map((a,s)=>n`<option key=${s} value=${s} selected=${s===u}>${a}</option>`)}
    </select></label> <span class="soft">${s("analysis.move_number",{move:p?.number??y})}</span></p>
    ${h&&n`<${Y} error=${h} retry=${g} />`}
    ${!p&&!h&&n`<p class="loading" role="status">${s("common.loading")}</p>`}
    ${p&&!h&&n`<${aa} knowledge=${p} names=${i} />`}
  </div>`}},Symbol.toStringTag,{value:"Module"}));export{ta as k,V as p};
