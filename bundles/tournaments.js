import{t,h as n,U as a,e,d as s,a as r,s as o,Y as u,a6 as i,H as l,r as c,u as $,k as m,L as d,V as p,A as g,c as b,Z as f,g as h,C as y,j as _,n as v,ah as w,ai as k}from"./main.js";function j({page:a,show:e}){const s=(t,a)=>{const s=t&&new URL(t).searchParams.get("cursor");return s&&n`<button type="button" onClick=${()=>e(s)}>${a}</button>`};return a?.next||a?.previous?n`<p class="actions">
    ${s(a.previous,t("tournaments.before"))} ${s(a.next,t("tournaments.more"))}
  </p>`:null}function x(n){return[null===n.minutes?null===n.rounds?t("tournaments.format_round_robin"):t("tournaments.rounds",{count:n.rounds}):t("tournaments.minutes",{count:n.minutes}),t("tournaments.seats",{count:n.seats}),t("tournaments.players",{count:n.players,most:n.players_max}),t(`tournaments.kinds_${n.kinds}`),t(n.rated?"tournaments.rated":"tournaments.unrated")].join(" · ")}const S=["open","running","over","all"];function C({entry:a}){return n`
    <li class="panel">
      <h2><a href="/tournaments/${a.id}">${a.name}</a></h2>
      <p>${t("tournaments.by",{host:a.host,at:c(a.starts_at)})}</p>
      <p class="soft">${x(a)}</p>
      ${["paused","cancelled"].includes(a.status)&&n`<p>${t(`tournaments.is_${a.status}`)}</p>`}
    </li>
  `}const O=Object.freeze(Object.defineProperty({__proto__:null,default:function(){a(),e(t("tournaments.title"));const[c,$]=s({status:"open",cursor:""}),{data:m,error:d,reload:p}=r(t=>{const n={status:"all"===c.status?void 0:c.status,cursor:c.cursor||void 0,limit:20};return o.client.get("/tournaments",{query:n,signal:t,patience:u})},[c.status,c.cursor]),g=m?.results??[];return n`
    <div class="narrow">
      <h1>${t("tournaments.title")}</h1>
      <p class="lead">${t("tournaments.lead")}</p>
      <${i}
        legend=${t("tournaments.status")}
        options=${S.map(n=>({value:n,label:t(`tournaments.status_${n}`)}))}
        value=${c.status}
        onChange=${t=>$({status:t,cursor:""})}
      />
      ${d&&n`<${l} error=${d} retry=${p} />`}
      ${!m&&!d&&n`<p class="loading">${t("common.loading")}</p>`}
      ${m&&!g.length&&n`<p>${t("tournaments.none")}</p>`}
      <ul class="plain games">
        ${g.map(t=>n`<${C} key=${t.id} entry=${t} />`)}
      </ul>
      <${j} page=${m} show=${t=>$({...c,cursor:t})} />
    </div>
  `}},Symbol.toStringTag,{value:"Module"}));function L({tournament:a,code:e,reload:s}){const{run:r,running:i,error:c}=f(),{account:$,state:d}=m(o.standing),{id:p,format:g,kinds:b,me:h,phase:y,status:_}=a;if(["over","cancelled"].includes(_)||"loading"===d)return null;if(h?.removal){const a=t(`tournaments.removal_${h.removal}`);return n`<p class="notice">${t("tournaments.removed",{reason:a})}</p>`}if("active"!==h?.status&&"paused"!==h?.status)return"bots"!==b&&function({status:t,format:n,round:a,late_until:e}){return"open"===t||"arena"===n||"rounds"===n&&a<=e}(a)?a.rated&&($?.is_guest??!0)?n`<p class="actions"><a class="button" href=${$?"/me":"/sign-in"}>${t("tournaments.sign_in")}</a></p>`:n`<${P} id=${p} code=${e} asks=${"both"===b} reload=${s} />`:null;const v=!h.ready&&"running"===_&&("confirming"===y||"arena"===g),w=(a,e=!1)=>n`<button type="button" class=${e?"primary":""} aria-disabled=${i} onClick=${()=>(t=>r(async()=>{const n={params:{tournament_id:p},patience:u};await o.client.post(`/tournaments/{tournament_id}/${t}`,n),s()}))(a)}>
      ${t(`tournaments.${a}`)}
    </button>`;return n`
    ${c&&n`<${l} error=${c} />`}
    ${h.ready&&!h.table&&n`<p>${t("tournaments.confirmed")}</p>`}
    ${"paused"===h.status&&n`<p>${t("tournaments.paused")}</p>`}
    ${v&&"active"===h.status&&"arena"===g&&n`<p>${t("tournaments.arena_confirm")}</p>`}
    <p class="actions">
      ${v&&w("confirm",!0)} ${"active"===h.status&&"open"!==_&&w("pause")}
      ${w("withdraw")}
    </p>
  `}function A(a){return n`<div class="narrow panel">
    <h1>${t("tournaments.invited")}</h1>
    <${P} ...${a} asks=${!0} />
  </div>`}function P({id:a,code:e,asks:r,reload:i}){const{run:c,running:$,error:m}=f(),[d,p]=s(!1);return n`<form onSubmit=${h(()=>c(async()=>{await o.needAccount();const t={with_bots:d,...e&&{code:e}};await o.client.post("/tournaments/{tournament_id}/join",{params:{tournament_id:a},body:t,patience:u}),i()}))}>
    ${m&&n`<${l} error=${m} />`}
    ${r&&n`<${y} label=${t("tournaments.agree_to_bots")} isOn=${d} set=${p} />`}
    <p class="actions">
      <button type="submit" class="primary" aria-disabled=${$}>${t("tournaments.join")}</button>
    </p>
  </form>`}function U({id:a,version:e,own:o,place:u}){const[i,c]=s(""),{data:$,error:m,reload:d}=r(t=>F(a,"standings",{limit:50,cursor:i||void 0},t),[a,e,i]),p=$;return n`
    <h2>${t("tournaments.standings")}</h2>
    ${m&&n`<${l} error=${m} retry=${d} />`}
    ${!p&&!m&&n`<p class="loading">${t("common.loading")}</p>`}
    ${p&&!p.results.length&&n`<p>${t("tournaments.no_players")}</p>`}
    ${Boolean(p?.results.length)&&n`<p class="soft">${t("tournaments.luck")}</p>
      ${"number"==typeof u&&n`<p>${t("tournaments.own_place",{place:u})}</p>`}
      <${q} lines=${p?.results} own=${o} />`}
    <${j} page=${p} show=${c} />
  `}function q({lines:a,own:e}){return n`
    <div class="wide" role="group" aria-label=${t("tournaments.standings")} tabindex="0">
      <table class="leaderboard">
        <thead>
          <tr>
            <th scope="col" class="number">${t("tournaments.place")}</th>
            <th scope="col">${t("tournaments.player")}</th>
            <th scope="col" class="number">${t("tournaments.points")}</th>
          </tr>
        </thead>
        <tbody>
          ${a.map(a=>n`
              <tr key=${a.player.username} class=${a.player.username===e?"own":""}>
                <td class="number">${null===a.place?"":v(a.place)}</td>
                <th scope="row">
                  <a href="/players/${a.player.username}"
                    ><${_} name=${w(k(a.player))} player=${k(a.player)}
                  /></a>
                  <span class="note soft small">${function({games:n,place:a,behind_first:e}){const s=t("tournaments.games",{count:n});return n&&1!==a?`${s} · ${t(e?"tournaments.behind":"tournaments.not_distinguishable")}`:s}(a)}</span>
                </th>
                <td class="number">${v(a.points,{maximumFractionDigits:2})}</td>
              </tr>
            `)}
        </tbody>
      </table>
    </div>
  `}function z({id:a,version:e,round:o,isArena:u}){const[i,c]=s(0),[$,m]=s(""),d=i||o,{data:p,error:b,reload:f}=r(t=>F(a,"tables",{round:d,limit:20,cursor:$||void 0},t),[a,e,d,$]);g(()=>m(""),[d]);const h=p;if(b)return n`<${l} error=${b} retry=${f} />`;if(!h||!h.results.length&&1===o)return null;const y=(a,e)=>n`<button type="button" onClick=${()=>c(a<o?a:0)}>${t(e)}</button>`;return n`
    <h2>${u&&!i?t("tournaments.tables_newest"):t("tournaments.tables",{round:d})}</h2>
    <ul class="plain games">
      ${h.results.map(t=>n`<${D} key=${`${t.round}/${t.number}`} table=${t} />`)}
    </ul>
    <${j} page=${h} show=${m} />
    ${o>1&&n`<p class="actions">
      ${d>1&&y(d-1,"tournaments.round_before")}
      ${d<o&&y(d+1,"tournaments.round_after")}
    </p>`}
  `}function D({table:a}){const e=t("tournaments.table",{number:a.number});return n`
    <li class="panel">
      <h3>${e}</h3>
      <ul class="plain">
        ${a.players.map(({player:a,points:e})=>n`
            <li key=${a.username}>
              ${w(k(a))}${null===e?"":` – ${t("tournaments.won_points",{count:e,points:v(e,{maximumFractionDigits:2})})}`}
            </li>
          `)}
      </ul>
      ${a.game&&n`<p class="actions">
        <a class="button" href="/games/${a.game}" aria-label=${`${e}: ${t(`tournaments.see_${a.status}`)}`}
          >${t(`tournaments.see_${a.status}`)}</a
        >
      </p>`}
    </li>
  `}function F(t,n,a,e){const s={params:{tournament_id:t},query:a,signal:e,patience:u};return o.client.get(`/tournaments/{tournament_id}/${n}`,s)}const M=Object.freeze(Object.defineProperty({__proto__:null,default:function({params:s,fragment:i}){const f=s.id??"",h=i.get("code")??"";a(),$(new URL("./start.css",import.meta.url));const{account:y}=m(o.standing),{data:_,error:v,isLoading:w,reload:k}=r(t=>async function(t,n,a){const e={params:{tournament_id:t},signal:a,patience:u};return o.client.get("/tournaments/{tournament_id}",e).catch(t=>{if(n&&404===t.status)return null;throw t})}(f,h,t),[f,y?.username]),j=v instanceof d&&404===v.status;p(()=>w||j||null===_||k(),3e3);const S=_?.me?.table?.game??null;if(e(S?`● ${t("tournaments.table_ready")}`:_?.name??t("tournaments.title")),g(()=>{S&&b(t("tournaments.table_ready"))},[S]),!_)return null===_?n`<${A} id=${f} code=${h} reload=${k} />`:n`
      <div class="narrow">
        <h1>${t("tournaments.title")}</h1>
        ${v?n`<${l} error=${v} retry=${k} />`:n`<p class="loading">${t("common.loading")}</p>`}
      </div>
    `;const{me:C,round:O,status:P,version:q}=_;return n`
    <div class="narrow">
      <h1>${_.name}</h1>
      <p class="lead">${t("tournaments.by",{host:_.host,at:c(_.starts_at)})}</p>
      <p>${x(_)}</p>
      ${v&&n`<${l} error=${v} retry=${k} />`}
      <p role="status">${function({status:n,phase:a,round:e,rounds:s,confirm_until:r,ends_at:o}){return"running"!==n?t(`tournaments.is_${n}`):o?t("tournaments.arena_until",{at:c(o,{timeStyle:"short"})}):"confirming"===a&&r?t("tournaments.confirming",{round:e,at:c(r,{timeStyle:"medium"})}):t("tournaments.playing",{round:e,rounds:s??e})}(_)}</p>
      ${"running"===P&&"confirming"===_.phase&&n`<p>${t("tournaments.confirmed_count",{confirmed:_.confirmed,players:_.players})}</p>`}
      ${_.join_code&&n`<p>${t("tournaments.link")} <code>${function({id:t,join_code:n}){return`${location.origin}/tournaments/${t}#code=${n}`}(_)}</code></p>`}
      ${S&&n`<div class="notice">
        <p><strong>${t("tournaments.table_ready")}</strong></p>
        <p class="actions"><a class="button primary big" href="/games/${S}#tournament=${f}">${t("tournaments.to_table")}</a></p>
      </div>`}
      <${L} tournament=${_} code=${h} reload=${k} />
      <${U} id=${f} version=${q} own=${y?.username} place=${C?.place} />
      ${O>0&&n`<${z} id=${f} version=${q} round=${O} isArena=${"arena"===_.format} />`}
    </div>
  `}},Symbol.toStringTag,{value:"Module"}));export{O as l,M as v};
