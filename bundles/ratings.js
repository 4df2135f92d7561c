import{U as a,u as s,e as r,t as e,k as t,s as o,d as n,a as l,am as i,Y as d,L as u,a6 as c,h as $,H as p,j as m,n as g,ah as b,ai as y,ag as h}from"./main.js";import"./early.js";const f=["people","bots"];function v(){a(),s(new URL("./start.css",import.meta.url)),r(e("ratings.leaderboard"));const{account:m}=t(o.standing),[g,b]=n({family:"",pool:"people",cursor:"",isAround:!1}),{pool:y,cursor:h,isAround:v}=g,{data:k,error:A,reload:C}=l(async a=>{const s=(await i("/leaderboards")).families.map(({family:a})=>a),r={params:{family:g.family||s[0]},query:{pool:y,limit:50,cursor:h||void 0,around:v?m?.username:void 0},signal:a,patience:d};return{families:s,...await o.client.get("/leaderboards/{family}",r)}},[g.family,y,h,v]),j=A instanceof u&&"not_on_leaderboard"===A.code,x=a=>b({...g,cursor:"",isAround:!1,...a}),L=a=>a?()=>x({cursor:new URL(a).searchParams.get("cursor")??""}):null,U=k?.families??[],R=A?[]:k?.results??[];return $`
    <div class="narrow">
      <h1>${e("ratings.leaderboard")}</h1>
      <p class="lead">${e("ratings.leaderboard_lead",{days:k?.active_days??30})}</p>
      <${c}
        legend=${e("ratings.family")}
        options=${U.map(a=>({value:a,label:e(`ratings.family_${a}`)}))}
        value=${g.family||U[0]}
        onChange=${a=>x({family:a})}
      />
      <${c}
        legend=${e("ratings.pool")}
        options=${f.map(a=>({value:a,label:e(`ratings.pool_${a}`)}))}
        value=${y}
        onChange=${a=>x({pool:a})}
      />
      ${m&&$`<p class="actions">
        <button type="button" onClick=${()=>x({isAround:!v})}>
          ${e(v?"ratings.from_the_top":"ratings.around_me")}
        </button>
      </p>`}
      ${j&&$`<p role="status">${e("ratings.not_listed")}</p>`}
      ${A&&!j&&$`<${p} error=${A} retry=${C} />`}
      ${!k&&!A&&$`<p class="loading">${e("common.loading")}</p>`}
      ${k&&!A&&!R.length&&$`<p>${e("ratings.leaderboard_empty")}</p>`}
      ${R.length>0&&$`<${w} rows=${R} own=${m?.username} />`}
      <p class="actions">
        ${_(e("ratings.before"),L(k?.previous))} ${_(e("ratings.more"),L(k?.next))}
      </p>
    </div>
  `}function w({rows:a,own:s}){return $`
    <div class="wide" role="group" aria-label=${e("ratings.leaderboard")} tabindex="0">
      <table class="leaderboard">
        <thead>
          <tr>
            <th scope="col" class="number">${e("ratings.rank")}</th>
            <th scope="col">${e("ratings.player")}</th>
            <th scope="col" class="number">${e("ratings.rating")}</th>
            <th scope="col" class="number">${e("ratings.games")}</th>
          </tr>
        </thead>
        <tbody>
          ${a.map(a=>$`
              <tr key=${a.username} class=${a.username===s?"own":""}>
                <td class="number">${null===a.rank?"":g(a.rank)}</td>
                <th scope="row"><a href="/players/${a.username}"><${m} name=${b(y(a))} player=${y(a)} /></a></th>
                <td class="number">${h(a)}</td>
                <td class="number">${g(a.games)}</td>
              </tr>
            `)}
        </tbody>
      </table>
    </div>
  `}function _(a,s){return s&&$`<button type="button" onClick=${s}>${a}</button>`}export{v as default};
