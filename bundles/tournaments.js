import{t,h as n,O as e,e as a,d as s,a as r,s as o,U as u,a3 as i,G as l,r as c,u as $,k as m,I as d,R as p,A as g,c as b,V as f,g as y,B as h,j as _,n as v,ae as w,af as k}from"./main.js";function j({page:e,show:a}){const s=(t,e)=>{const s=t&&new URL(t).searchParams.get("cursor");return s&&n`<button type="button" onClick=${()=>a(s)}>${e}</button>`};return e?.next||e?.previous?n`<p class="actions">
    ${s(e.previous,t("tournaments.before"))} ${s(e.next,t("tournaments.more"))}
  </p>`:null}function x(n){return[null===n.minutes?null===n.rounds?t("tournaments.format_round_robin"):t("tournaments.rounds",{count:n.rounds}):t("tournaments.minutes",{count:n.minutes}),t("tournaments.seats",{count:n.seats}),t("tournaments.players",{count:n.players,most:n.players_max}),t(`tournaments.kinds_${n.kinds}`),t(n.rated?"tournaments.rated":"tournaments.unrated")].join(" · ")}const S=["open","running","over","all"];function O({entry:e}){return n`
    <li class="panel">
      <h2><a href="/tournaments/${e.id}">${e.name}</a></h2>
      <p>${t("tournaments.by",{host:e.host,at:c(e.starts_at)})}</p>
      <p class="soft">${x(e)}</p>
      ${["paused","cancelled"].includes(e.status)&&n`<p>${t(`tournaments.is_${e.status}`)}</p>`}
    </li>
  `}const C=Object.freeze(Object.defineProperty({__proto__:null,default:function(){e(),a(t("tournaments.title"));const[c,$]=s({status:"open",cursor:""}),{data:m,error:d,reload:p}=r(t=>{const n={status:"all"===c.status?void 0:c.status,cursor:c.cursor||void 0,limit:20};return o.client.get("/tournaments",{query:n,signal:t,patience:u})},[c.status,c.cursor]),g=m?.results??[];return n`
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
        ${g.map(t=>n`<${O} key=${t.id} entry=${t} />`)}
      </ul>
      <${j} page=${m} show=${t=>$({...c,cursor:t})} />
    </div>
  `}},Symbol.toStringTag,{value:"Module"}));function q({tournament:e,code:a,reload:s}){const{run:r,running:i,error:c}=f(),{account:$,state:d}=m(o.standing),{id:p,format:g,kinds:b,me:y,phase:h,status:_}=e;if(["over","cancelled"].includes(_)||"loading"===d)return null;if(y?.removal){const e=t(`tournaments.removal_${y.removal}`);return n`<p class="notice">${t("tournaments.removed",{reason:e})}</p>`}if("active"!==y?.status&&"paused"!==y?.status)return"bots"!==b&&function({status:t,format:n,round:e,late_until:a}){return"open"===t||"arena"===n||"rounds"===n&&e<=a}(e)?e.rated&&($?.is_guest??!0)?n`<p class="actions"><a class="button" href=${$?"/me":"/sign-in"}>${t("tournaments.sign_in")}</a></p>`:n`<${P} id=${p} code=${a} asks=${"both"===b} reload=${s} />`:null;const v=!y.ready&&"running"===_&&("confirming"===h||"arena"===g),w=(e,a=!1)=>n`<button type="button" class=${a?"primary":""} aria-disabled=${i} onClick=${()=>(t=>r(async()=>{const n={params:{tournament_id:p},patience:u};await o.client.post(`/tournaments/{tournament_id}/${t}`,n),s()}))(e)}>
      ${t(`tournaments.${e}`)}
    </button>`;return n`
    ${c&&n`<${l} error=${c} />`}
    ${y.ready&&!y.table&&n`<p>${t("tournaments.confirmed")}</p>`}
    ${"paused"===y.status&&n`<p>${t("tournaments.paused")}</p>`}
    ${v&&"active"===y.status&&"arena"===g&&n`<p>${t("tournaments.arena_confirm")}</p>`}
    <p class="actions">
      ${v&&w("confirm",!0)} ${"active"===y.status&&"open"!==_&&w("pause")}
      ${w("withdraw")}
    </p>
  `}function A(e){return n`<div class="narrow panel">
    <h1>${t("tournaments.invited")}</h1>
    <${P} ...${e} asks=${!0} />
  </div>`}function P({id:e,code:a,asks:r,reload:i}){const{run:c,running:$,error:m}=f(),[d,p]=s(!1);return n`<form onSubmit=${y(()=>c(async()=>{await o.needAccount();const t={with_bots:d,...a&&{code:a}};await o.client.post("/tournaments/{tournament_id}/join",{params:{tournament_id:e},body:t,patience:u}),i()}))}>
    ${m&&n`<${l} error=${m} />`}
    ${r&&n`<${h} label=${t("tournaments.agree_to_bots")} isOn=${d} set=${p} />`}
    <p class="actions">
      <button type="submit" class="primary" aria-disabled=${$}>${t("tournaments.join")}</button>
    </p>
  </form>`}function R({id:e,version:a,own:o,place:u}){const[i,c]=s(""),{data:$,error:m,reload:d}=r(t=>D(e,"standings",{limit:50,cursor:i||void 0},t),[e,a,i]),p=$;return n`
    <h2>${t("tournaments.standings")}</h2>
    ${m&&n`<${l} error=${m} retry=${d} />`}
    ${!p&&!m&&n`<p class="loading">${t("common.loading")}</p>`}
    ${p&&!p.results.length&&n`<p>${t("tournaments.no_players")}</p>`}
    ${Boolean(p?.results.length)&&n`<p class="soft">${t("tournaments.luck")}</p>
      ${"number"==typeof u&&n`<p>${t("tournaments.own_place",{place:u})}</p>`}
      <${U} lines=${p?.results} own=${o} />`}
    <${j} page=${p} show=${c} />
  `}function U({lines:e,own:a}){return n`
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
          ${e.map(e=>n`
              <tr key=${e.player.username} class=${e.player.username===a?"own":""}>
                <td class="number">${null===e.place?"":v(e.place)}</td>
                <th scope="row">
                  <a href="/players/${e.player.username}"
                    ><${_} name=${w(k(e.player))} player=${k(e.player)}
                  /></a>
                  <span class="note soft small">${function({games:n,place:e,behind_first:a}){const s=t("tournaments.games",{count:n});return n&&1!==e?`${s} · ${t(a?"tournaments.behind":"tournaments.not_distinguishable")}`:s}(e)}</span>
                </th>
                <td class="number">${v(e.points,{maximumFractionDigits:2})}</td>
              </tr>
            `)}
        </tbody>
      </table>
    </div>
  `}function z({id:e,version:a,round:o,isArena:u}){const[i,c]=s(0),[$,m]=s(""),d=i||o,{data:p,error:b,reload:f}=r(t=>D(e,"tables",{round:d,limit:20,cursor:$||void 0},t),[e,a,d,$]);g(()=>m(""),[d]);const y=p;if(b)return n`<${l} error=${b} retry=${f} />`;if(!y||!y.results.length&&1===o)return null;const h=(e,a)=>n`<button type="button" onClick=${()=>c(e<o?e:0)}>${t(a)}</button>`;return n`
    <h2>${u&&!i?t("tournaments.tables_newest"):t("tournaments.tables",{round:d})}</h2>
    <ul class="plain games">
      ${y.results.map(t=>n`<${B} key=${`${t.round}/${t.number}`} table=${t} />`)}
    </ul>
    <${j} page=${y} show=${m} />
    ${o>1&&n`<p class="actions">
      ${d>1&&h(d-1,"tournaments.round_before")}
      ${d<o&&h(d+1,"tournaments.round_after")}
    </p>`}
  `}function B({table:e}){const a=t("tournaments.table",{number:e.number});return n`
    <li class="panel">
      <h3>${a}</h3>
      <ul class="plain">
        ${e.players.map(({player:e,points:a})=>n`
            <li key=${e.username}>
              ${w(k(e))}${null===a?"":` – ${t("tournaments.won_points",{points:v(a,{maximumFractionDigits:2})})}`}
            </li>
          `)}
      </ul>
      ${e.game&&n`<p class="actions">
        <a class="button" href="/games/${e.game}" aria-label=${`${a}: ${t(`tournaments.see_${e.status}`)}`}
          >${t(`tournaments.see_${e.status}`)}</a
        >
      </p>`}
    </li>
  `}function D(t,n,e,a){const s={params:{tournament_id:t},query:e,signal:a,patience:u};return o.client.get(`/tournaments/{tournament_id}/${n}`,s)}const F=Object.freeze(Object.defineProperty({__proto__:null,default:function({params:s,fragment:i}){const f=s.id??"",y=i.get("code")??"";e(),$(new URL("./start.css",import.meta.url));const{account:h}=m(o.standing),{data:_,error:v,reload:w}=r(t=>async function(t,n,e){const a={signal:e,patience:u};if(n){const n={mine:!0,limit:100};if(!(o.account?(await o.client.get("/tournaments",{query:n,...a})).results:[]).some(n=>n.id===t))return null}return o.client.get("/tournaments/{tournament_id}",{params:{tournament_id:t},...a})}(f,y,t),[f,h?.username]),k=v instanceof d&&404===v.status;p(()=>k||null===_||w(),3e3);const j=_?.me?.table?.game??null;if(a(j?`● ${t("tournaments.table_ready")}`:_?.name??t("tournaments.title")),g(()=>{j&&b(t("tournaments.table_ready"))},[j]),!_)return null===_?n`<${A} id=${f} code=${y} reload=${w} />`:n`
      <div class="narrow">
        <h1>${t("tournaments.title")}</h1>
        ${v?n`<${l} error=${v} retry=${w} />`:n`<p class="loading">${t("common.loading")}</p>`}
      </div>
    `;const{me:S,round:O,status:C,version:P}=_;return n`
    <div class="narrow">
      <h1>${_.name}</h1>
      <p class="lead">${t("tournaments.by",{host:_.host,at:c(_.starts_at)})}</p>
      <p>${x(_)}</p>
      ${v&&n`<${l} error=${v} retry=${w} />`}
      <p role="status">${function({status:n,phase:e,round:a,rounds:s,confirm_until:r,ends_at:o}){return"running"!==n?t(`tournaments.is_${n}`):o?t("tournaments.arena_until",{at:c(o,{timeStyle:"short"})}):"confirming"===e&&r?t("tournaments.confirming",{round:a,at:c(r,{timeStyle:"medium"})}):t("tournaments.playing",{round:a,rounds:s??a})}(_)}</p>
      ${"running"===C&&"confirming"===_.phase&&n`<p>${t("tournaments.confirmed_count",{confirmed:_.confirmed,players:_.players})}</p>`}
      ${_.join_code&&n`<p>${t("tournaments.link")} <code>${function({id:t,join_code:n}){return`${location.origin}/tournaments/${t}#code=${n}`}(_)}</code></p>`}
      ${j&&n`<div class="notice">
        <p><strong>${t("tournaments.table_ready")}</strong></p>
        <p class="actions"><a class="button primary big" href="/games/${j}#tournament=${f}">${t("tournaments.to_table")}</a></p>
      </div>`}
      <${q} tournament=${_} code=${y} reload=${w} />
      <${R} id=${f} version=${P} own=${h?.username} place=${S?.place} />
      ${O>0&&n`<${z} id=${f} version=${P} round=${O} isArena=${"arena"===_.format} />`}
    </div>
  `}},Symbol.toStringTag,{value:"Module"}));export{C as l,F as v};
