import{S as t,e,t as a,d as s,a as n,U as r,E as i,N as l,V as o,B as $,G as c,h as u,s as d,X as p,T as m,A as g,c as y,k as b,Y as h,Z as f,$ as _,a0 as v,y as w,f as k,a1 as j,a2 as O,a3 as x,a4 as S,g as C,P,a5 as M,a6 as q,a7 as T,a8 as z,a9 as I,aa as A,O as D,x as R,J as L,C as U,j as B,ab as H,ac as N,ad as E,r as F,ae as J,b as Z,af as G,u as V,p as X,n as Y,H as K,ag as Q,ah as W}from"./main.js";import{R as tt}from"./table.js";function et({game:t}){const{account:e}=b(d.standing),{run:s,running:n,error:r}=h(),i=null!==f(t,e?.username);return u`
    <${_}
      game=${t}
      badge=${i?a("start.your_table"):""}
      note=${a("start.free_seats",{count:v(t)})}
    >
      ${r&&u`<${c} error=${r} />`}
      ${i?u`<a class="button primary" href="/games/${t.id}">${a("start.to_table")}</a>`:u`<button type="button" class="primary" onClick=${()=>s(async()=>{await d.needAccount();const e={game_id:t.id};await d.client.post("/games/{game_id}/join",{params:e,body:{},patience:p}),w(`/games/${t.id}`)})} aria-disabled=${n}>
            ${a("start.take_seat")}
          </button>`}
    <//>
  `}const at=Object.freeze(Object.defineProperty({__proto__:null,default:function(){t(),e(a("start.lobby"));const[b,h]=s(""),[f,_]=s(""),[v,w]=s(!1),k={status:"lobby",free_seats:1,limit:50,preset:b||void 0,untimed:""===f?void 0:"none"===f,bots_allowed:!v&&void 0},{data:j,error:O,isLoading:x,reload:S}=n(t=>d.client.get("/games",{query:k,signal:t,patience:p}),[b,f,v]);r(()=>x||S(),5e3);const{data:C}=i(),P=C?l(C).map(({value:t,label:e})=>({value:t,label:e})):[],M=(j?.results)?.filter(({visibility:t})=>"public"===t);!function(t){const e=m(t);g(()=>{void 0!==t&&t!==e.current&&(void 0!==e.current&&y(a("start.tables_open",{count:t})),e.current=t)},[t])}(M?.length);const q={value:"",label:a("start.any")};return u`
    <div class="lobby">
      <h1>${a("start.lobby")}</h1>
      <p class="lead">${a("start.lobby_lead")}</p>
      <p><a href="/tournaments">${a("common.tournaments")}</a></p>
      <div class="filters">
        <${o}
          label=${a("start.preset")}
          options=${[q,...P]}
          value=${b}
          onChange=${h}
        />
        <${o}
          label=${a("start.clock")}
          options=${[q,{value:"none",label:a("start.no_clock")},{value:"timed",label:a("start.with_clock")}]}
          value=${f}
          onChange=${_}
        />
        <${$} label=${a("start.people_only")} isOn=${v} set=${w} />
      </div>
      ${O&&u`<${c} error=${O} retry=${S} />`}
      ${!M&&x&&u`<p class="loading">${a("common.loading")}</p>`}
      ${0===M?.length&&u`<div class="panel">
        <p>${a("start.lobby_empty")}</p>
        <p class="actions">
          <a class="button primary" href="/new">${a("start.way_new")}</a>
          <a class="button" href="/match">${a("start.way_match")}</a>
        </p>
      </div>`}
      <ul class="plain games">
        ${M?.map(t=>u`<${et} game=${t} key=${t.id} />`)}
      </ul>
    </div>
  `}},Symbol.toStringTag,{value:"Module"}));function st({first:t,onEnd:e}){const[n,r]=s(t),[i,l]=s(30),[o,$]=s(null),[p,b]=s(0),h={match_id:t.id},f=m(!1);return g(()=>()=>{f.current||d.client.delete("/matches/{match_id}",{params:h}).catch(()=>{})},[]),g(()=>{const t=new AbortController;return(async()=>{for(;!t.signal.aborted;){const e={wait:20},s=await d.client.get("/matches/{match_id}",{params:h,query:e,signal:t.signal});if(t.signal.aborted)return;if(r(s),s.game)return f.current=!0,y(a("start.table_found")),void w(`/games/${s.game}`,{replace:!0})}})().catch(e=>t.signal.aborted||$(e)),()=>t.abort()},[p]),g(()=>{const t=Date.now()+3e4,e=setInterval(()=>l(Math.max(0,Math.ceil((t-Date.now())/1e3))),1e3);return()=>clearInterval(e)},[]),g(()=>y(a("start.people_waiting",{count:n.waiting})),[n.waiting]),u`
    <div class="narrow panel waiting">
      <h1>${a("start.looking")}</h1>
      <p class="lead">${a("start.people_waiting",{count:n.waiting})}</p>
      ${nt(n)&&u`<p class="soft">${nt(n)}</p>`}
      <progress max=${30} value=${30-i} aria-label=${a("start.wait_progress")}></progress>
      <p class="soft">${a("start.bots_in",{count:i})}</p>
      ${o&&u`<${c} error=${o} retry=${()=>{$(null),b(p+1)}} />`}
      <p><button type="button" onClick=${e}>${a("start.stop_waiting")}</button></p>
    </div>
  `}function nt(t){const{window:e}=t;return e?a("ratings.window",{rating:S(e.rating),width:S(e.width)}):""}const rt=Object.freeze(Object.defineProperty({__proto__:null,default:function(){t(),e(a("start.way_match"));const{game:n}=b(k),[r,i]=s(null),{run:l,running:$,error:m}=h(),g=j(),y=()=>l(async()=>{await d.needAccount(),await g.save();const{preset:t,level:e,seats:a}=n,s={preset:t,level:e,seats:a,wait_seconds:30},r=await d.client.post("/matches",{body:s,patience:p});r.game?w(`/games/${r.game}`,{replace:!0}):i(r)});return r?u`<${st} first=${r} onEnd=${()=>i(null)} />`:u`
    <div class="narrow">
      <h1>${a("start.way_match")}</h1>
      <p class="lead">${a("start.match_lead")}</p>
      <${O}>${({players:t,rules:e,levels:s})=>u`
        ${t} ${e}
        <${o} label=${a("start.match_level")} ...${s} />
      `}<//>
      <${x} identity=${g} />
      ${m&&u`<${c} error=${m} retry=${y} />`}
      <p>
        <button type="button" class="primary big" onClick=${y} aria-disabled=${$}>
          ${a("start.find_table")}
        </button>
      </p>
      <p class="soft small">${a("start.match_terms")}</p>
    </div>
  `}},Symbol.toStringTag,{value:"Module"})),it=["series","play_on"],lt=["","30","60","180","86400"],ot={visibility:"private",seats:4,preset:"classic",overlays:[],clock:"60",spectators:!0,bots:!0,standIns:!0,aids:!1,rated:!1};function $t({terms:t,change:e,offered:s}){return u`
    <${M}
      legend=${a("start.who_may_join")}
      options=${["private","public"].map(t=>({value:t,label:a(`start.visibility_${t}`),hint:a(`start.visibility_${t}_hint`)}))}
      value=${t.visibility}
      onChange=${t=>e({visibility:t})}
    />
    <${M}
      legend=${a("start.seats")}
      options=${q(T(s,t.preset))}
      value=${String(t.seats)}
      onChange=${t=>e({seats:Number(t)})}
    />
    <${o}
      label=${a("start.preset")}
      options=${l(s)}
      value=${t.preset}
      onChange=${a=>e({preset:a,seats:I(t.seats,T(s,a)),overlays:t.overlays.filter(t=>z(s,a).includes(t))})}
    />
    <${o}
      label=${a("start.clock")}
      options=${lt.map(t=>({value:t,label:A({turn_seconds:ut(t)})}))}
      value=${t.clock}
      onChange=${t=>e({clock:t})}
    />
    ${pt(t)&&u`<${$} label=${dt(a("ratings.make_rated"),a("ratings.make_rated_hint"))} isOn=${t.rated}
      set=${t=>e({rated:t})} />`}
    <${ct} terms=${t} change=${e} overlays=${z(s,t.preset)} />
  `}function ct({terms:t,change:e,overlays:s}){return u`
    <details>
      <summary>${a("start.more_rules")}</summary>
      <fieldset>
        <legend>${a("start.table_rules")}</legend>
        <${$} label=${a("start.allow_bots")} isOn=${t.bots} set=${t=>e({bots:t})} />
        <${$} label=${a("start.stand_ins")} isOn=${t.standIns} set=${t=>e({standIns:t})} />
        <${$} label=${a("start.allow_spectators")} isOn=${t.spectators} set=${t=>e({spectators:t})} />
        <${$} label=${a("start.allow_aids")} isOn=${t.aids} set=${t=>e({aids:t})} />
      </fieldset>
      <fieldset>
        <legend>${a("start.overlays")}</legend>
        ${s.map(s=>u`<${$} key=${s} label=${dt(D(s),a(`start.overlay_${s}_hint`))}
            isOn=${t.overlays.includes(s)} set=${a=>((a,s)=>e({overlays:s?[...t.overlays,a]:t.overlays.filter(t=>t!==a)}))(s,a)} />`)}
      </fieldset>
    </details>
  `}const ut=t=>t?Number(t):null,dt=(t,e)=>u`<span>${t}<br /><span class="soft small">${e}</span></span>`;function pt({visibility:t,overlays:e,aids:a}){const s=e.every(t=>it.includes(t));return!1===d.account?.is_guest&&"public"===t&&s&&!a}const mt=Object.freeze(Object.defineProperty({__proto__:null,default:function(){t(),e(a("start.way_new"));const[n,r]=s(ot),{data:l,error:o,reload:$}=i(),{run:m,running:g,error:y}=h(),b=j(),f=()=>m(async()=>{await d.needAccount(),await b.save();const t=function(t){const{visibility:e,seats:a,preset:s,overlays:n,clock:r,spectators:i,bots:l,standIns:o,aids:$}=t;return{visibility:e,seats:a,preset:s,overlays:n,spectators:i,allow_bots:l,turn_seconds:ut(r),on_abandon:o&&l?"stand_in":"end",...$&&{aids:$},...t.rated&&pt(t)&&{rated:!0}}}(n),{state:e}=await d.client.post("/games",{body:t,patience:p});w(`/games/${e.game}`,{replace:!0})});return u`
    <form class="narrow" onSubmit=${C(f)}>
      <h1>${a("start.way_new")}</h1>
      ${l?u`<${$t} terms=${n} change=${t=>r({...n,...t})} offered=${l} />`:u`<${P} error=${o} retry=${$} />`}
      <${x} identity=${b} />
      ${y&&u`<${c} error=${y} retry=${f} />`}
      <p>
        <button type="submit" class="primary big" aria-disabled=${g}>${a("start.open_table")}</button>
      </p>
    </form>
  `}},Symbol.toStringTag,{value:"Module"})),gt=/^[A-Za-z0-9_-]{11}$/,yt={running:"common.fault_already_started",over:"common.fault_game_over",closed:"common.fault_game_closed"};function bt({game:t,code:e}){const{run:s,running:r,error:i}=h(),{account:l,state:o}=b(d.standing),$=j(),g=m(!1),y=b(R).games.has(t)||!e,{data:_}=n(async e=>g.current?new Promise(()=>{}):y?async function(t,e){const a={id:t,expand:"rules"},{results:s}=await d.client.get("/games",{query:a,signal:e,patience:p});return s[0]??null}(t,e):null,[t,l?.username,y]);return _&&null===f(_,l?.username)&&yt[_.status]?u`<${ft} table=${_} />`:null!==_||e?u`
    <div class="narrow panel">
      <h1>${a("start.invited_title")}</h1>
      <p class="lead">${a(l?"start.invited_lead_known":"start.invited_lead")}</p>
      ${_&&u`<${ht} game=${_} />`}
      ${null===_&&e&&u`<p class="notice">${a("start.invited_private")}</p>`}
      ${"loading"!==o&&u`<${x} identity=${$} isOpen=${!l?.display_name} />`}
      ${i&&u`<${c} error=${i} />`}
      <p class="actions">
        <button type="button" class="primary big" onClick=${()=>s(async()=>{g.current=!0,await d.needAccount(),await $.save();const a=e?{join_code:e}:{},s={game_id:t};try{await d.client.post("/games/{game_id}/join",{params:s,body:a,patience:p})}catch(t){if("already_seated"!==t.code)throw t}w(`/games/${t}`,{replace:!0})})} aria-disabled=${r}>
          ${a("start.take_seat")}
        </button>
        ${!e&&u`<a class="button quiet" href="/games/${t}">${a("start.only_watch")}</a>`}
      </p>
      ${_&&u`<${tt} game=${_} isOpen=${!0} hasTerms=${!1} />`}
    </div>
  `:u`<${L} game=${t} />`}function ht({game:t}){const e=U(t.players,t.seats),s=t.players.map(t=>u`<${B} key=${t.seat} name=${e[t.seat]??""} player=${t} />`),n=s.filter((e,a)=>t.players[a]?.seat===t.host),r=s.filter((e,a)=>t.players[a]?.seat!==t.host),i=[["host",n.length?n:null],["other_players",r.length?r:null],["seats",a("start.seats_taken",{taken:t.players.length,count:t.seats})],["preset",H(t)],["clock",A(t)],["who_may_join",a(`start.visibility_${t.visibility}`)]];return u`
    <dl class="terms">
      ${i.map(([t,e])=>e&&u`<div key=${t}>
            <dt>${a(`start.${t}`)}</dt>
            <dd>${e}</dd>
          </div>`)}
    </dl>
  `}function ft({table:t}){return u`
    <div class="narrow panel">
      <h1>${a("start.way_join")}</h1>
      <p class="lead">${a(yt[t.status]??"")}</p>
      <p class="actions">
        ${"closed"!==t.status&&u`<a class="button primary" href="/games/${t.id}">${a("start.to_game")}</a>`}
        <a class="button" href="/lobby">${a("start.way_lobby")}</a>
      </p>
    </div>
  `}function _t(){const[t,e]=s(""),[n,r]=s(!1),i=n?vt(t,location.origin):null;return u`
    <form class="narrow" onSubmit=${e=>{e.preventDefault();const a=vt(t,location.origin);r(null===a||"otherServer"in a),a&&"game"in a&&w(`/join#${new URLSearchParams({game:a.game,...a.code&&{code:a.code}})}`)}}>
      <h1>${a("start.way_join")}</h1>
      <p class="lead">${a("start.join_lead")}</p>
      <div class="field">
        <label for="link">${a("start.join_label")}</label>
        <input
          id="link"
          value=${t}
          onInput=${t=>e(t.target.value)}
          required
          autocomplete="off"
          autocapitalize="off"
          spellcheck=${!1}
          aria-invalid=${n}
          aria-describedby="link-hint"
        />
        <p class="hint" id="link-hint">${a("start.join_hint")}</p>
        ${n&&u`<p class="wrong" role="alert">
          ${i&&"otherServer"in i?a("start.join_other_server",{server:i.otherServer}):a("start.join_wrong")}
        </p>`}
      </div>
      <p><button type="submit" class="primary big">${a("start.join_go")}</button></p>
    </form>
  `}function vt(t,e){const a=t.trim();if(/^https?:\/\//i.test(a))return function(t,e){if(!URL.canParse(t))return null;const a=new URL(t);if(a.origin!==e)return{otherServer:a.host};const s=new URLSearchParams(a.hash.slice(1)),n=s.get("game")??/^\/(?:games|join)\/([^/]+)/.exec(a.pathname)?.[1]??"";return gt.test(n)?{game:n,code:s.get("code")??""}:null}(a,e);const[s="",n="",...r]=a.split(/[\s,;]+/);return gt.test(s)&&!r.length?{game:s,code:n}:null}const wt=Object.freeze(Object.defineProperty({__proto__:null,default:function({params:s,fragment:n}){t(),e(a("start.way_join"));const r=n.get("game")??s.code??"",i=n.get("code")??"";return r?u`<${bt} game=${r} code=${i} key=${r+i} />`:u`<${_t} />`}},Symbol.toStringTag,{value:"Module"})),kt={preset:"",result:"",player:"",from:"",to:"",cursor:""},jt=["won","shared","lost"];function Ot({children:t,changes:e}){const[r,i]=s(kt),[l]=s(()=>matchMedia("(min-width: 48rem)").matches),o=function({preset:t,result:e,player:a,from:s,to:n,cursor:r}){return{mine:!0,status:"over",limit:20,preset:t||void 0,result:e||void 0,player:a||void 0,created_after:s?new Date(`${s}T00:00`).toISOString():void 0,created_before:n?Ct(n).toISOString():void 0,cursor:r||void 0}}(r),{data:$,error:m,reload:g}=n(t=>d.client.get("/games",{query:o,signal:t,patience:p}),[JSON.stringify(o),e]),y=$?.results,b=Object.values({...r,cursor:""}).some(Boolean),h=t=>i({...r,cursor:"",...t}),f=(t,e)=>t&&u`<button type="button" onClick=${()=>h({cursor:new URL(t).searchParams.get("cursor")??""})}>${e}</button>`;return u`<section>
    <h2>${a("start.finished")}</h2>
    <details class="filter-box" open=${l}>
      <summary>${a("start.find_games")}</summary>
      <${xt} filters=${r} filter=${h} />
    </details>
    ${m&&u`<${c} error=${m} retry=${g} />`}
    ${!y&&!m&&u`<p class="loading">${a("common.loading")}</p>`}
    ${y&&!y.length&&u`<p role="status">${a("start.none_found")}</p>`}
    <ul class="plain games">${y?.map(t)}</ul>
    <p class="actions">
      ${f($?.previous,a("start.newer"))} ${f($?.next,a("start.older"))}
      ${b&&u`<button type="button" class="quiet" onClick=${()=>i(kt)}>${a("start.all_games")}</button>`}
    </p>
  </section>`}function xt({filters:t,filter:e}){const{data:s}=i(),n={value:"",label:a("start.any")},r=s?l(s).map(({value:t,label:e})=>({value:t,label:e})):[],$=jt.map(t=>({value:t,label:a(`start.${t}_games`)}));return u`<div class="filters">
    <${o} label=${a("start.preset")} options=${[n,...r]} value=${t.preset}
      onChange=${t=>e({preset:t})} />
    <${o} label=${a("start.result")} options=${[n,...$]} value=${t.result}
      onChange=${t=>e({result:t})} />
    <${St} name="player" label=${a("start.opponent")} filters=${t} filter=${e} />
    <${St} name="from" label=${a("start.from_date")} type="date" filters=${t} filter=${e} />
    <${St} name="to" label=${a("start.to_date")} type="date" filters=${t} filter=${e} />
  </div>`}function St({name:t,label:e,type:a="text",filters:s,filter:n}){const r=`filter-${t}`;return u`<div class="field">
    <label for=${r}>${e}</label>
    <input id=${r} type=${a} value=${s[t]} maxlength="30" autocomplete="off" autocapitalize="off" spellcheck=${!1}
      onChange=${({target:e})=>n({[t]:e.value.trim()})} />
  </div>`}function Ct(t){const e=new Date(`${t}T00:00`);return e.setDate(e.getDate()+1),e}function Pt({game:t,name:e}){const s=N(t,e),n="over"===t.status?Mt(t,e):s&&t.deadline&&t.turn_seconds?a("start.until",{time:F(t.deadline)}):null;return u`
    <${_} game=${t} note=${n} without=${e}>
      <a class="button ${s?"primary":""}" href="/games/${t.id}">
        ${a(s?"start.your_turn":"start.to_table")}
      </a>
      ${"over"===t.status&&u`<a class="button quiet" href="/games/${t.id}/replay">${a("start.replay")}</a>`}
    <//>
  `}function Mt(t,e){const s=t.players.find(({player:t})=>t===e)?.seat,n=t.finished_at?F(t.finished_at):"";return t.winners&&void 0!==s?t.winners.includes(s)?a(t.winners.length>1?"start.shared":"start.won",{time:n}):a("start.lost",{time:n}):n}async function qt(t){if(!d.client.token)return{invitations:[],games:[],hasPlayed:!1};const e=e=>d.client.get("/games",{query:e,signal:t,patience:p}),[a,s,n,r]=await Promise.all([e({invited:!0,status:"lobby",limit:50}),e({mine:!0,status:"running",limit:100}),e({mine:!0,status:"lobby",limit:100}),e({mine:!0,status:"over",limit:1})]);return{invitations:a.results,games:[...s.results,...n.results],hasPlayed:r.results.length>0}}const Tt=Object.freeze(Object.defineProperty({__proto__:null,default:function(){t(),e(a("start.my_games"));const{account:s,state:r}=b(d.standing),{changes:i}=b(R),{data:l,error:o,reload:$}=n(qt,[s?.username,i]);if("none"===r)return u`
      <div class="narrow">
        <h1>${a("start.my_games")}</h1>
        <p class="lead">${a("start.my_games_stranger")}</p>
        <p class="actions">
          <a class="button primary" href="/">${a("start.play_now")}</a>
          <a class="button" href="/sign-in">${a("common.sign_in")}</a>
        </p>
      </div>
    `;const p=s?.username,m=l?.games??[],g=[{key:"waiting_for_you",games:m.filter(t=>N(t,p))},{key:"not_started",games:m.filter(t=>"lobby"===t.status)},{key:"others_turn",games:m.filter(t=>"running"===t.status&&!N(t,p))}],y=l&&!l.hasPlayed&&l.invitations.length+m.length===0;return u`
    <div>
      <h1>${a("start.my_games")}</h1>
      ${o&&u`<${c} error=${o} retry=${$} />`}
      ${!l&&!o&&u`<p class="loading">${a("common.loading")}</p>`}
      ${y&&u`<p class="lead">${a("start.no_games")}</p>
        <p><a class="button primary" href="/">${a("start.play_now")}</a></p>`}
      ${Boolean(l?.invitations.length)&&u`<section>
        <h2>${a("start.invitations")}</h2>
        <ul class="plain games">
          ${l?.invitations.map(t=>u`<${E} game=${t} key=${t.id} onDecided=${$} />`)}
        </ul>
      </section>`}
      ${g.map(({key:t,games:e})=>e.length>0&&u`<section key=${t}>
            <h2>${a(`start.${t}`)}</h2>
            <ul class="plain games">
              ${e.map(t=>u`<${Pt} game=${t} key=${t.id} name=${p} />`)}
            </ul>
          </section>`)}
      ${l?.hasPlayed&&u`<${Ot} changes=${i}>${t=>u`<${Pt} game=${t} key=${t.id} name=${p} />`}<//>
        <p><a href="/players/${p}">${a("start.to_statistics")}</a></p>`}
    </div>
  `},resultText:Mt},Symbol.toStringTag,{value:"Module"}));async function zt(t){return d.client.token?(await d.client.get("/me/notices",{query:{limit:50},signal:t,patience:p})).results:[]}const It=Object.freeze(Object.defineProperty({__proto__:null,default:function(){t(),e(a("start.notices"));const{account:s}=b(d.standing),{data:r,error:i,reload:l}=n(zt,[s?.username]),{run:o,running:$,error:m}=h(),g=r??[],y=g[0]?.id,f=g.some(t=>null===t.read_at);return u`
    <div class="narrow">
      <h1>${a("start.notices")}</h1>
      ${(i||m)&&u`<${c} error=${i??m} retry=${l} />`}
      ${r&&!g.length&&u`<p class="lead">${a("start.no_notices")}</p>`}
      ${f&&u`<p>
        <button type="button" onClick=${()=>o(async()=>{void 0!==y&&(await d.client.post("/me/notices/read",{body:{up_to:y},patience:p}),await d.refresh(),J(d.account?.unread_notices??0),l())})} aria-disabled=${$}>${a("start.mark_read")}</button>
      </p>`}
      <ul class="plain games">
        ${g.map(t=>u`
            <li class="panel" key=${t.id}>
              <p>
                ${null===t.read_at&&u`<span class="badge">${a("start.new")}</span> `}
                ${function({kind:t,data:e}){const s=`start.notice_${t}`,n=e.reason?a(`start.reason_${e.reason}`):"";return"invitation_declined"===t&&n?a("start.notice_declined_because",{reason:n}):Z(s)?a(s):a("start.notice_other")}(t)}
              </p>
              <p class="soft small">${F(t.at)}</p>
              ${t.data.tournament&&u`<p class="actions">
                <a class="button" href="/tournaments/${t.data.tournament}">${a("start.to_tournament")}</a>
              </p>`}
              ${t.data.game&&u`<p class="actions">
                <a class="button" href="/games/${t.data.game}">${a("start.to_game")}</a>
              </p>`}
            </li>
          `)}
      </ul>
    </div>
  `}},Symbol.toStringTag,{value:"Module"}));function At({entries:t}){return t.length?u`
    ${t.length>1&&u`<${Dt} entries=${[...t].reverse()} />`}
    <details>
      <summary>${a("ratings.table")}</summary>
      <div class="wide" role="group" aria-label=${a("ratings.history")} tabindex="0">
        <table>
          <thead>
            <tr>
              ${["date","place","rating"].map(t=>u`<th scope="col" key=${t}>${a(`ratings.${t}`)}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${t.map(({game:t,number:e,at:s,place:n,seats:r,after:i})=>u`
                <tr key=${e}>
                  <th scope="row">
                    <a href="/games/${t}" aria-label=${a("ratings.to_game",{time:F(s)})}>${F(s)}</a>
                  </th>
                  <td>${a("ratings.place_of",{place:n,seats:r})}</td>
                  <td>${G(i)}</td>
                </tr>
              `)}
          </tbody>
        </table>
      </div>
    </details>
  `:null}function Dt({entries:t}){const e=t.map(({after:t})=>t),s=Math.min(...e.map(({rating:t,uncertainty:e})=>t-e)),n=Math.max(...e.map(({rating:t,uncertainty:e})=>t+e)),r=t=>40+t/(e.length-1)*590,i=t=>210-(t-s)/(n-s||1)*200,l=e.map(({rating:t},e)=>Rt(r(e),i(t))),o=e.map(({rating:t,uncertainty:e},a)=>Rt(r(a),i(t+e))),$=e.map(({rating:t,uncertainty:e},a)=>Rt(r(a),i(t-e))),[c,d]=[e[0]?.rating??0,e[e.length-1]?.rating??0],p=a("ratings.chart",{count:e.length,first:S(c),last:S(d)});return u`
    <svg class="rating-chart" viewBox="0 0 ${640} ${220}" role="img" aria-label=${p}>
      <polygon class="band" points=${[...o,...$.reverse()].join(" ")} />
      ${function(t,e){const a=e-t>30?10:5,s=Math.ceil(t/a)*a;return Array.from({length:Math.floor((e-s)/a)+1},(t,e)=>s+e*a)}(s,n).map(t=>u`
          <g key=${t}>
            <line class="rule" x1=${40} x2=${630} y1=${i(t)} y2=${i(t)} />
            <text x="6" y=${i(t)+4}>${S(t)}</text>
          </g>
        `)}
      <polyline class="line" points=${l.join(" ")} />
    </svg>
  `}function Rt(t,e){return`${t.toFixed(1)},${e.toFixed(1)}`}function Lt({name:t,isOwn:e,ratings:s}){return V(new URL("./start.css",import.meta.url)),u`
    <section aria-labelledby="ratings">
      <h2 id="ratings">${a("ratings.ratings")}</h2>
      ${null!==s||e?u`<${Ut} name=${t} known=${s??[]} isHidden=${null===s} />`:u`<p>${a("ratings.hidden")}</p>`}
      ${e&&!1===d.account?.is_guest&&u`<${Ht} isHidden=${null===s} />`}
      <p><a href="/leaderboard">${a("ratings.leaderboard")}</a></p>
    </section>
  `}function Ut({name:t,known:e,isHidden:r}){const[i,l]=s(""),o=[...e].sort((t,e)=>e.games-t.games)[0]?.family??"go_fish",$=i||o,{data:m,error:g,reload:y}=n(async a=>{if(!e.length&&!r)return null;const s={params:{username:t},query:{family:$,limit:100},signal:a,patience:p};return d.client.get("/players/{username}/ratings",s)},[t,$,r]),b=m?.ratings??e;if(g)return u`<${c} error=${g} retry=${y} />`;if(!b.length)return u`<p>${a("ratings.none")}</p>`;const h=b.map(t=>({value:t.family,label:a(`ratings.family_${t.family}`)}));return u`
    <ul class="plain rating-list">
      ${b.map(t=>u`
          <li key=${t.family}>
            <span class="number">${a(`ratings.family_${t.family}`)}: ${G(t)}</span><br />
            <span class="soft small">
              ${a("ratings.rated_games",{count:t.games})} · ${a(`ratings.certainty_${t.certainty}`)}
            </span>
          </li>
        `)}
    </ul>
    <h3>${a("ratings.history")}</h3>
    ${h.length>1&&u`<${M} legend=${a("ratings.family")} options=${h} value=${$} onChange=${l} />`}
    ${m&&u`<${At} entries=${m.results} />`}
    ${m?.by_seats.length>0&&u`<${Bt} rows=${m.by_seats} />`}
  `}function Bt({rows:t}){return u`
    <h3>${a("ratings.by_seats")}</h3>
    <div class="wide" role="group" aria-label=${a("ratings.by_seats")} tabindex="0">
      <table>
        <thead>
          <tr>
            ${["family","seats","games","first","mean_place"].map(t=>u`<th scope="col" key=${t}>${a(`ratings.${t}`)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${t.map(t=>u`
              <tr key=${`${t.preset} ${t.seats}`}>
                <th scope="row">${X(t.preset)}</th>
                ${[t.seats,t.games,t.first,t.mean_place].map(t=>u`<td>${Y(t)}</td>`)}
              </tr>
            `)}
        </tbody>
      </table>
    </div>
  `}function Ht({isHidden:t}){const[e,n]=s(t),{run:r,error:i}=h();return u`
    ${i&&u`<${c} error=${i} />`}
    <${$} label=${a("ratings.hide")} isOn=${e} set=${t=>{n(t),r(async()=>{try{await d.client.patch("/me/ratings",{body:{hidden:t},patience:p})}catch(e){throw n(!t),e}})}} />
  `}const Nt=["random","forgetful","memory","expert","mixed"],Et=["won","shared","lost"],Ft={style:"percent"};function Jt({results:t}){return u`<section>
    <h2>${a("start.statistics")}</h2>
    ${t.length?u`<${Yt} results=${t} /><p class="soft small">${a("start.without_bots")}</p>`:u`<p>${a("start.no_results")}</p>`}
  </section>`}function Zt(){const{data:t,error:e,reload:s}=n(t=>d.client.get("/me/statistics",{signal:t,patience:p}),[]),r=t?.results??[],i=[...r].sort((t,e)=>t.preset.localeCompare(e.preset)||Gt(t)-Gt(e));return u`<section>
    <h2>${a("start.statistics")}</h2>
    ${e&&u`<${c} error=${e} retry=${s} />`}
    ${!t&&!e&&u`<p class="loading">${a("common.loading")}</p>`}
    ${t&&!r.length&&u`<p>${a("start.no_own_results")}</p>`}
    ${r.length>0&&u`<${Xt} results=${i} /><${Yt} results=${i} isOwn />
      <p class="soft small">${a("start.only_you_see",{count:t?.newest??0})}</p>`}
  </section>`}const Gt=({bots:t})=>t?Nt.indexOf(t):-1;function Vt({bots:t}){return t?Z(`common.bot_${t}`)?K(t):a("start.against_mixed"):a("start.against_people")}function Xt({results:t}){const e=Math.max(...t.map(({played:t})=>t));return u`<div class="results-chart" aria-hidden="true">
    <p class="legend">${Et.map(t=>u`<span key=${t}><i class=${t}></i>${a(`start.${t}_games`)}</span>`)}</p>
    ${t.map(t=>{let a=0;return u`<div class="bar" key=${`${t.preset} ${t.bots}`}>
        <span>${X(t.preset)} <small>${Vt(t)}</small></span>
        <svg viewBox=${`0 0 ${e} 1`} preserveAspectRatio="none">
          ${Et.map(e=>{const s=u`<rect key=${e} class=${e} x=${a} y="0" width=${t[e]} height="1" />`;return a+=t[e],s})}
        </svg>
      </div>`})}
  </div>`}function Yt({results:t,isOwn:e=!1}){const s=["preset",...e?["against"]:[],"played","won_games","shared_games","lost_games","share"];return u`<div class="wide" role="group" aria-label=${a("start.statistics")} tabindex="0">
    <table>
      <thead>
        <tr>${s.map(t=>u`<th scope="col" key=${t}>${a(`start.${t}`)}</th>`)}</tr>
      </thead>
      <tbody>
        ${t.map(t=>u`<tr key=${`${t.preset} ${t.bots}`}>
            <th scope="row">${X(t.preset)}</th>
            ${e&&u`<td>${Vt(t)}</td>`}
            ${[t.played,t.won,t.shared,t.lost].map(t=>u`<td>${Y(t)}</td>`)}
            <td>${t.played?Y(t.won/t.played,Ft):""}</td>
          </tr>`)}
      </tbody>
    </table>
  </div>`}function Kt({name:t}){const{account:e}=b(d.standing),{run:s,running:r,error:i}=h(),{data:l,reload:o}=n(async t=>d.client.token?d.client.get("/me/blocks",{signal:t,patience:p}):null,[e?.username]);if(!e||!l||e.username===t)return null;const $=l.blocks.some(({player:e})=>e===t);return u`
    ${i&&u`<${c} error=${i} />`}
    <p class="actions">
      <button type="button" onClick=${()=>s(async()=>{const e={params:{username:t},patience:p};$?await d.client.delete("/me/blocks/{username}",e):await d.client.put("/me/blocks/{username}",e),o()})} aria-disabled=${r}>
        ${a($?"start.unblock":"start.block",{name:t})}
      </button>
      <span class="soft small">${a("start.block_hint")}</span>
    </p>
  `}const Qt=Object.freeze(Object.defineProperty({__proto__:null,default:function({params:s}){t();const r=s.name??"",{account:i}=b(d.standing);e(r);const{data:l,error:o,reload:$}=n(async t=>{const e={params:{username:r},signal:t,patience:p},[a,s]=await Promise.all([d.client.get("/players/{username}",e),d.client.get("/players/{username}/games",{...e,query:{limit:10}})]);return{player:a,games:s.results}},[r]);if(o)return u`
      <div class="narrow">
        <h1>${r}</h1>
        <${c} error=${o} retry=${$} />
      </div>
    `;if(!l)return u`<h1>${r}</h1><p class="loading">${a("common.loading")}</p>`;const{player:m,games:g}=l;return u`
    <div class="narrow">
      <h1><${B} name=${Q(W(m))} player=${W(m)} /></h1>
      <p class="soft">
        ${[m.is_guest&&a("start.is_guest"),m.is_bot&&a("start.is_bot",{owner:m.owner??""}),a("start.since",{time:F(m.since,{dateStyle:"medium"})})].filter(Boolean).join(" · ")}
      </p>
      ${!m.is_guest&&u`<${Lt}
        key=${m.username}
        name=${m.username}
        isOwn=${m.username===i?.username}
        ratings=${m.ratings??null}
      />`}
      ${m.username===i?.username?u`<${Zt} />`:u`<${Jt} results=${m.results} />`}
      <${Kt} name=${m.username} />
      ${g.length>0&&u`<section>
        <h2>${a("start.last_games")}</h2>
        <ul class="plain games">
          ${g.map(t=>u`
              <${_} game=${t} key=${t.id} note=${Mt(t,m.username)}>
                <a class="button" href="/games/${t.id}">${a("start.to_game")}</a>
              <//>
            `)}
        </ul>
      </section>`}
    </div>
  `}},Symbol.toStringTag,{value:"Module"}));export{Tt as a,It as b,wt as j,at as l,rt as m,mt as n,Qt as p};
