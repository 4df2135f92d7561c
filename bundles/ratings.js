import{S as a,u as s,e as r,t as e,k as t,s as o,d as n,a as l,am as i,X as d,K as u,a5 as c,h as $,G as p,j as m,n as g,ag as b,ah as y,af as f}from"./main.js";import"./early.js";const h=["people","bots"];function v(){a(),s(new URL("./start.css",import.meta.url)),r(e("ratings.leaderboard"));const{account:m}=t(o.standing),[g,b]=n({family:"",pool:"people",cursor:"",isAround:!1}),{pool:y,cursor:f,isAround:v}=g,{data:k,error:A,reload:C}=l(async a=>{const s=(await i("/leaderboards")).families.map(({family:a})=>a),r={params:{family:g.family||s[0]},query:{pool:y,limit:50,cursor:f||void 0,around:v?m?.username:void 0},signal:a,patience:d};return{families:s,...await o.client.get("/leaderboards/{family}",r)}},[g.family,y,f,v]),j=A instanceof u&&"not_on_leaderboard"===A.code,x=a=>b({...g,cursor:"",isAround:!1,...a}),L=a=>a?()=>x({cursor:new URL(a).searchParams.get("cursor")??""}):null,R=k?.families??[],U=A?[]:k?.results??[];return $`
    <div class="narrow">
      <h1>${e("ratings.leaderboard")}</h1>
      <p class="lead">${e("ratings.leaderboard_lead",{days:k?.active_days??30})}</p>
      <${c}
        legend=${e("ratings.family")}
        options=${R.map(a=>({value:a,label:e(`ratings.family_${a}`)}))}
        value=${g.family||R[0]}
        onChange=${a=>x({family:a})}
      />
      <${c}
        legend=${e("ratings.pool")}
        options=${h.map(a=>({value:a,label:e(`ratings.pool_${a}`)}))}
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
      ${k&&!A&&!U.length&&$`<p>${e("ratings.leaderboard_empty")}</p>`}
      ${U.length>0&&$`<${w} rows=${U} own=${m?.username} />`}
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
                <td class="number">${f(a)}</td>
                <td class="number">${g(a.games)}</td>
              </tr>
            `)}
        </tbody>
      </table>
    </div>
  `}function _(a,s){return s&&$`<button type="button" onClick=${s}>${a}</button>`}export{v as default};
