import{t,h as n,N as a,e,d as s,a as r,s as o,R as u,a2 as i,E as l,q as c,u as $,k as m,H as d,O as p,A as g,c as b,U as f,g as y,z as h,j as _,n as v,ad as w,ae as k}from"./main.js";function j({page:a,show:e}){const s=(t,a)=>{const s=t&&new URL(t).searchParams.get("cursor");return s&&n`<button type="button" onClick=${()=>e(s)}>${a}</button>`};return a?.next||a?.previous?n`<p class="actions">
    ${s(a.previous,t("tournaments.before"))} ${s(a.next,t("tournaments.more"))}
  </p>`:null}function x(n){return[null===n.minutes?null===n.rounds?t("tournaments.format_round_robin"):t("tournaments.rounds",{count:n.rounds}):t("tournaments.minutes",{count:n.minutes}),t("tournaments.seats",{count:n.seats}),t("tournaments.players",{count:n.players,most:n.players_max}),t(`tournaments.kinds_${n.kinds}`),t(n.rated?"tournaments.rated":"tournaments.unrated")].join(" · ")}const S=["open","running","over","all"];function O({entry:a}){return n`
    <li class="panel">
      <h2><a href="/tournaments/${a.id}">${a.name}</a></h2>
      <p>${t("tournaments.by",{host:a.host,at:c(a.starts_at)})}</p>
      <p class="soft">${x(a)}</p>
      ${["paused","cancelled"].includes(a.status)&&n`<p>${t(`tournaments.is_${a.status}`)}</p>`}
    </li>
  `}const C=Object.freeze(Object.defineProperty({__proto__:null,default:function(){a(),e(t("tournaments.title"));const[c,$]=s({status:"open",cursor:""}),{data:m,error:d,reload:p}=r(t=>{const n={status:"all"===c.status?void 0:c.status,cursor:c.cursor||void 0,limit:20};return o.client.get("/tournaments",{query:n,signal:t,patience:u})},[c.status,c.cursor]),g=m?.results??[];return n`
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
  `}},Symbol.toStringTag,{value:"Module"}));function q({tournament:a,code:e,reload:s}){const{run:r,running:i,error:c}=f(),{account:$,state:d}=m(o.standing),{id:p,format:g,kinds:b,me:y,phase:h,status:_}=a;if(["over","cancelled"].includes(_)||"loading"===d)return null;if(y?.removal){const a=t(`tournaments.removal_${y.removal}`);return n`<p class="notice">${t("tournaments.removed",{reason:a})}</p>`}if("active"!==y?.status&&"paused"!==y?.status)return"bots"!==b&&function({status:t,format:n,round:a,late_until:e}){return"open"===t||"arena"===n||"rounds"===n&&a<=e}(a)?a.rated&&($?.is_guest??!0)?n`<p class="actions"><a class="button" href=${$?"/me":"/sign-in"}>${t("tournaments.sign_in")}</a></p>`:n`<${A} id=${p} code=${e} asks=${"both"===b} reload=${s} />`:null;const v=!y.ready&&"running"===_&&("confirming"===h||"arena"===g),w=(a,e=!1)=>n`<button type="button" class=${e?"primary":""} aria-disabled=${i} onClick=${()=>(t=>r(async()=>{const n={params:{tournament_id:p},patience:u};await o.client.post(`/tournaments/{tournament_id}/${t}`,n),s()}))(a)}>
      ${t(`tournaments.${a}`)}
    </button>`;return n`
    ${c&&n`<${l} error=${c} />`}
    ${y.ready&&!y.table&&n`<p>${t("tournaments.confirmed")}</p>`}
    ${"paused"===y.status&&n`<p>${t("tournaments.paused")}</p>`}
    ${v&&"active"===y.status&&"arena"===g&&n`<p>${t("tournaments.arena_confirm")}</p>`}
    <p class="actions">
      ${v&&w("confirm",!0)} ${"active"===y.status&&"open"!==_&&w("pause")}
      ${w("withdraw")}
    </p>
  `}function z(a){return n`<div class="narrow panel">
    <h1>${t("tournaments.invited")}</h1>
    <${A} ...${a} asks=${!0} />
  </div>`}function A({id:a,code:e,asks:r,reload:i}){const{run:c,running:$,error:m}=f(),[d,p]=s(!1);return n`<form onSubmit=${y(()=>c(async()=>{await o.needAccount();const t={with_bots:d,...e&&{code:e}};await o.client.post("/tournaments/{tournament_id}/join",{params:{tournament_id:a},body:t,patience:u}),i()}))}>
    ${m&&n`<${l} error=${m} />`}
    ${r&&n`<${h} label=${t("tournaments.agree_to_bots")} isOn=${d} set=${p} />`}
    <p class="actions">
      <button type="submit" class="primary" aria-disabled=${$}>${t("tournaments.join")}</button>
    </p>
  </form>`}function P({id:a,version:e,own:o,place:u}){const[i,c]=s(""),{data:$,error:m,reload:d}=r(t=>F(a,"standings",{limit:50,cursor:i||void 0},t),[a,e,i]),p=$;return n`
    <h2>${t("tournaments.standings")}</h2>
    ${m&&n`<${l} error=${m} retry=${d} />`}
    ${!p&&!m&&n`<p class="loading">${t("common.loading")}</p>`}
    ${p&&!p.results.length&&n`<p>${t("tournaments.no_players")}</p>`}
    ${Boolean(p?.results.length)&&n`<p class="soft">${t("tournaments.luck")}</p>
      ${"number"==typeof u&&n`<p>${t("tournaments.own_place",{place:u})}</p>`}
      <${R} lines=${p?.results} own=${o} />`}
    <${j} page=${p} show=${c} />
  `}function R({lines:a,own:e}){return n`
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
  `}function U({id:a,version:e,round:o,isArena:u}){const[i,c]=s(0),[$,m]=s(""),d=i||o,{data:p,error:b,reload:f}=r(t=>F(a,"tables",{round:d,limit:20,cursor:$||void 0},t),[a,e,d,$]);g(()=>m(""),[d]);const y=p;if(b)return n`<${l} error=${b} retry=${f} />`;if(!y||!y.results.length&&1===o)return null;const h=(a,e)=>n`<button type="button" onClick=${()=>c(a<o?a:0)}>${t(e)}</button>`;return n`
    <h2>${u&&!i?t("tournaments.tables_newest"):t("tournaments.tables",{round:d})}</h2>
    <ul class="plain games">
      ${y.results.map(t=>n`<${D} key=${`${t.round}/${t.number}`} table=${t} />`)}
    </ul>
    <${j} page=${y} show=${m} />
    ${o>1&&n`<p class="actions">
      ${d>1&&h(d-1,"tournaments.round_before")}
      ${d<o&&h(d+1,"tournaments.round_after")}
    </p>`}
  `}function D({table:a}){const e=t("tournaments.table",{number:a.number});return n`
    <li class="panel">
      <h3>${e}</h3>
      <ul class="plain">
        ${a.players.map(({player:a,points:e})=>n`
            <li key=${a.username}>
              ${w(k(a))}${null===e?"":` – ${t("tournaments.won_points",{points:v(e,{maximumFractionDigits:2})})}`}
            </li>
          `)}
      </ul>
      ${a.game&&n`<p class="actions">
        <a class="button" href="/games/${a.game}" aria-label=${`${e}: ${t(`tournaments.see_${a.status}`)}`}
          >${t(`tournaments.see_${a.status}`)}</a
        >
      </p>`}
    </li>
  `}function F(t,n,a,e){const s={params:{tournament_id:t},query:a,signal:e,patience:u};return o.client.get(`/tournaments/{tournament_id}/${n}`,s)}const L=Object.freeze(Object.defineProperty({__proto__:null,default:function({params:s,fragment:i}){const f=s.id??"",y=i.get("code")??"";a(),$(new URL("./start.css",import.meta.url));const{account:h}=m(o.standing),_={params:{tournament_id:f},patience:u},{data:v,error:w,reload:k}=r(t=>o.client.get("/tournaments/{tournament_id}",{..._,signal:t}),[f,h?.username]),j=w instanceof d&&404===w.status;p(()=>j||k(),3e3);const S=v,O=function(t){const n=t?.me?.table?.game??null,{data:a}=r(async t=>{if(!n)return null;const a={params:{game_id:n},signal:t,patience:u},{you:e}=await o.client.get("/games/{game_id}/state",a);return null===e?null:n},[n,t?.me?.status]);return a===n?n:null}(S);if(e(O?`● ${t("tournaments.table_ready")}`:S?.name??t("tournaments.title")),g(()=>{O&&b(t("tournaments.table_ready"))},[O]),!S)return j&&y?n`<${z} id=${f} code=${y} reload=${k} />`:n`
      <div class="narrow">
        <h1>${t("tournaments.title")}</h1>
        ${w?n`<${l} error=${w} retry=${k} />`:n`<p class="loading">${t("common.loading")}</p>`}
      </div>
    `;const{me:C,round:A,status:R,version:D}=S;return n`
    <div class="narrow">
      <h1>${S.name}</h1>
      <p class="lead">${t("tournaments.by",{host:S.host,at:c(S.starts_at)})}</p>
      <p>${x(S)}</p>
      ${w&&n`<${l} error=${w} retry=${k} />`}
      <p role="status">${function({status:n,phase:a,round:e,rounds:s,confirm_until:r,ends_at:o}){return"running"!==n?t(`tournaments.is_${n}`):o?t("tournaments.arena_until",{at:c(o,{timeStyle:"short"})}):"confirming"===a&&r?t("tournaments.confirming",{round:e,at:c(r,{timeStyle:"medium"})}):t("tournaments.playing",{round:e,rounds:s??e})}(S)}</p>
      ${"running"===R&&"confirming"===S.phase&&n`<p>${t("tournaments.confirmed_count",{confirmed:S.confirmed,players:S.players})}</p>`}
      ${S.join_code&&n`<p>${t("tournaments.link")} <code>${function({id:t,join_code:n}){return`${location.origin}/tournaments/${t}#code=${n}`}(S)}</code></p>`}
      ${O&&n`<div class="notice">
        <p><strong>${t("tournaments.table_ready")}</strong></p>
        <p class="actions"><a class="button primary big" href="/games/${O}#tournament=${f}">${t("tournaments.to_table")}</a></p>
      </div>`}
      <${q} tournament=${S} code=${y} reload=${k} />
      <${P} id=${f} version=${D} own=${h?.username} place=${C?.place} />
      ${A>0&&n`<${U} id=${f} version=${D} round=${A} isArena=${"arena"===S.format} />`}
    </div>
  `}},Symbol.toStringTag,{value:"Module"}));export{C as l,L as v};
