import{u as a,e,t as s,N as t,h as l,G as r,P as n,O as i,R as o,S as p,d as $,l as d,p as c,a as m,s as u,H as h}from"./main.js";import{r as v}from"./table.js";import"./early.js";const f=["rank","ask","give","fish","book"];function y(){return a(new URL("./table.css",import.meta.url)),e(s("learn.title")),l`<div class="how-to-play">
    <h1>${s("learn.title")}</h1>
    <p class="lead">${s("learn.lead")}</p>
    <ol class="plain picture-steps">
      ${f.map(a=>l`<li class="panel" key=${a}>
        <img src=${new URL(`../web/learn/pictures/${a}.svg`,import.meta.url).href} alt=${s(`learn.picture_${a}`)} width="320" height="220" />
        <div><h2>${s(`learn.step_${a}`)}</h2><p>${s(`learn.step_${a}_text`)}</p></div>
      </li>`)}
    </ol>
    <section class="panel tip"><h2>${s("learn.memory")}</h2><p>${s("learn.memory_text")}</p></section>
    <p class="actions"><${t} /> <a class="button" href="/">${s("learn.play")}</a></p>
    <h2>${s("learn.kinds")}</h2>
    <p>${s("learn.kinds_text")}</p>
    <${b} />
    <p><a href="/docs/rules">${s("learn.specification")}</a></p>
  </div>`}function b(){const{data:a,error:e,reload:t}=r();return a?l`<div>
    ${i(a).map(({value:e,label:s,hint:t})=>l`<${g} key=${e} name=${e} label=${s} hint=${t}
      about=${a.presets.find(({name:a})=>a===e)} />`)}
    <h2>${s("learn.variations")}</h2>
    <dl class="variations">
      ${a.overlays.map(({name:e,presets:t})=>l`<div key=${e}>
        <dt>${o(e)}</dt>
        <dd>${s(`start.overlay_${e}_hint`)} <span class="soft">${w(t,a.presets.length)}</span></dd>
      </div>`)}
    </dl>
    <h2>${s("learn.levels")}</h2>
    <dl class="variations">
      ${p(a).map(({value:a,label:e,hint:s})=>l`<div key=${a}><dt>${e}</dt><dd>${s}</dd></div>`)}
    </dl>
  </div>`:l`<${n} error=${e} retry=${t} />`}function g({name:a,label:e,hint:t,about:r}){const[n,i]=$(!1);return l`<details onToggle=${({target:a})=>i(a.open)}>
    <summary>${e}</summary>
    <p>${t} <span class="soft">${s("learn.players",{least:r.players_min,most:r.players_max})}</span></p>
    ${n&&l`<${_} name=${a} />`}
  </details>`}function _({name:a}){const{data:e,error:t,reload:r}=m(e=>u.client.get("/rulesets/{preset}",{params:{preset:a},signal:e}),[a]);if(t)return l`<${h} error=${t} retry=${r} />`;if(!e)return l`<p class="loading" role="status">${s("common.loading")}</p>`;const n=e.rules,i=[...k(n),...v({rules:n},{})];return l`<ul>${i.map(a=>l`<li key=${a}>${a}</li>`)}</ul>`}function k({deal_table:a}){return"all"===a?[s("learn.deal_all")]:[...new Set(Object.values(a))].map(e=>{const t=Object.keys(a).filter(s=>a[s]===e);return s("learn.deal",{seats:d(t),count:e})})}const w=(a,e)=>a.length===e?"":s("learn.fits",{presets:d(a.map(c))});export{y as default};
