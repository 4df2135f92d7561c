import{U as t,e as a,t as e,d as s,a as n,V as r,G as i,O as l,X as o,C as $,H as c,h as u,s as d,Y as p,T as m,A as g,c as y,k as b,Z as h,$ as f,a0 as _,a1 as v,z as w,f as k,a2 as j,a3 as O,a4 as x,a5 as S,g as C,P,a6 as M,a7 as q,a8 as z,a9 as T,aa as I,ab as R,R as A,y as D,K as L,E as U,j as B,ac as H,ad as E,ae as N,r as F,af as Z,b as G,ag as J,u as K,p as V,n as X,I as Y,ah as Q,ai as W}from"./main.js";import{R as tt}from"./table.js";function at({game:t}){const{account:a}=b(d.standing),{run:s,running:n,error:r}=h(),i=null!==f(t,a?.username);return u`
    <${_}
      game=${t}
      badge=${i?e("start.your_table"):""}
      note=${e("start.free_seats",{count:v(t)})}
    >
      ${r&&u`<${c} error=${r} />`}
      ${i?u`<a class="button primary" href="/games/${t.id}">${e("start.to_table")}</a>`:u`<button type="button" class="primary" onClick=${()=>s(async()=>{await d.needAccount();const a={game_id:t.id};await d.client.post("/games/{game_id}/join",{params:a,body:{},patience:p}),w(`/games/${t.id}`)})} aria-disabled=${n}>
            ${e("start.take_seat")}
          </button>`}
    <//>
  `}const et=Object.freeze(Object.defineProperty({__proto__:null,default:function(){t(),a(e("start.lobby"));const[b,h]=s(""),[f,_]=s(""),[v,w]=s(!1),k={status:"lobby",free_seats:1,limit:50,preset:b||void 0,untimed:""===f?void 0:"none"===f,bots_allowed:!v&&void 0},{data:j,error:O,isLoading:x,reload:S}=n(t=>d.client.get("/games",{query:k,signal:t,patience:p}),[b,f,v]);r(()=>x||S(),5e3);const{data:C}=i(),P=C?l(C).map(({value:t,label:a})=>({value:t,label:a})):[],M=(j?.results)?.filter(({visibility:t})=>"public"===t);!function(t){const a=m(t);g(()=>{void 0!==t&&t!==a.current&&(void 0!==a.current&&y(e("start.tables_open",{count:t})),a.current=t)},[t])}(M?.length);const q={value:"",label:e("start.any")};return u`
    <div class="lobby">
      <h1>${e("start.lobby")}</h1>
      <p class="lead">${e("start.lobby_lead")}</p>
      <p><a href="/tournaments">${e("common.tournaments")}</a></p>
      <div class="filters">
        <${o}
          label=${e("start.preset")}
          options=${[q,...P]}
          value=${b}
          onChange=${h}
        />
        <${o}
          label=${e("start.clock")}
          options=${[q,{value:"none",label:e("start.no_clock")},{value:"timed",label:e("start.with_clock")}]}
          value=${f}
          onChange=${_}
        />
        <${$} label=${e("start.people_only")} isOn=${v} set=${w} />
      </div>
      ${O&&u`<${c} error=${O} retry=${S} />`}
      ${!M&&x&&u`<p class="loading">${e("common.loading")}</p>`}
      ${0===M?.length&&u`<div class="panel">
        <p>${e("start.lobby_empty")}</p>
        <p class="actions">
          <a class="button primary" href="/new">${e("start.way_new")}</a>
          <a class="button" href="/match">${e("start.way_match")}</a>
        </p>
      </div>`}
      <ul class="plain games">
        ${M?.map(t=>u`<${at} game=${t} key=${t.id} />`)}
      </ul>
    </div>
  `}},Symbol.toStringTag,{value:"Module"}));function st({first:t,onEnd:a}){const[n,r]=s(t),[i,l]=s(30),[o,$]=s(null),[p,b]=s(0),h={match_id:t.id},f=m(!1);return g(()=>()=>{f.current||d.client.delete("/matches/{match_id}",{params:h}).catch(()=>{})},[]),g(()=>{const t=new AbortController;return(async()=>{for(;!t.signal.aborted;){const a={wait:20},s=await d.client.get("/matches/{match_id}",{params:h,query:a,signal:t.signal});if(t.signal.aborted)return;if(r(s),s.game)return f.current=!0,y(e("start.table_found")),void w(`/games/${s.game}`,{replace:!0})}})().catch(a=>t.signal.aborted||$(a)),()=>t.abort()},[p]),g(()=>{const t=Date.now()+3e4,a=setInterval(()=>l(Math.max(0,Math.ceil((t-Date.now())/1e3))),1e3);return()=>clearInterval(a)},[]),g(()=>y(e("start.people_waiting",{count:n.waiting})),[n.waiting]),u`
    <div class="narrow panel waiting">
      <h1>${e("start.looking")}</h1>
      <p class="lead">${e("start.people_waiting",{count:n.waiting})}</p>
      ${nt(n)&&u`<p class="soft">${nt(n)}</p>`}
      <progress max=${30} value=${30-i} aria-label=${e("start.wait_progress")}></progress>
      <p class="soft">${e("start.bots_in",{count:i})}</p>
      ${o&&u`<${c} error=${o} retry=${()=>{$(null),b(p+1)}} />`}
      <p><button type="button" onClick=${a}>${e("start.stop_waiting")}</button></p>
    </div>
  `}function nt(t){const{window:a}=t;return a?e("ratings.window",{rating:S(a.rating),width:S(a.width)}):""}const rt=Object.freeze(Object.defineProperty({__proto__:null,default:function(){t(),a(e("start.way_match"));const{game:n}=b(k),[r,i]=s(null),{run:l,running:$,error:m}=h(),g=j(),y=()=>l(async()=>{await d.needAccount(),await g.save();const{preset:t,level:a,seats:e}=n,s={preset:t,level:a,seats:e,wait_seconds:30},r=await d.client.post("/matches",{body:s,patience:p});r.game?w(`/games/${r.game}`,{replace:!0}):i(r)});return r?u`<${st} first=${r} onEnd=${()=>i(null)} />`:u`
    <div class="narrow">
      <h1>${e("start.way_match")}</h1>
      <p class="lead">${e("start.match_lead")}</p>
      <${O}>${({players:t,rules:a,levels:s})=>u`
        ${t} ${a}
        <${o} label=${e("start.match_level")} ...${s} />
      `}<//>
      <${x} identity=${g} />
      ${m&&u`<${c} error=${m} retry=${y} />`}
      <p>
        <button type="button" class="primary big" onClick=${y} aria-disabled=${$}>
          ${e("start.find_table")}
        </button>
      </p>
      <p class="soft small">${e("start.match_terms")}</p>
    </div>
  `}},Symbol.toStringTag,{value:"Module"})),it=["series","play_on"],lt=["","30","60","180","86400"],ot={visibility:"private",seats:4,preset:"classic",overlays:[],clock:"60",spectators:!0,bots:!0,standIns:!0,aids:!1,rated:!1};function $t({terms:t,change:a,offered:s}){return u`
    <${M}
      legend=${e("start.who_may_join")}
      options=${["private","public"].map(t=>({value:t,label:e(`start.visibility_${t}`),hint:e(`start.visibility_${t}_hint`)}))}
      value=${t.visibility}
      onChange=${t=>a({visibility:t})}
    />
    <${M}
      legend=${e("start.seats")}
      options=${q(z(s,t.preset))}
      value=${String(t.seats)}
      onChange=${t=>a({seats:Number(t)})}
    />
    <${o}
      label=${e("start.preset")}
      options=${l(s)}
      value=${t.preset}
      onChange=${e=>a({preset:e,seats:I(t.seats,z(s,e)),overlays:t.overlays.filter(t=>T(s,e).includes(t))})}
    />
    <${o}
      label=${e("start.clock")}
      options=${lt.map(t=>({value:t,label:R({turn_seconds:ut(t)})}))}
      value=${t.clock}
      onChange=${t=>a({clock:t})}
    />
    ${pt(t)&&u`<${$} label=${dt(e("ratings.make_rated"),e("ratings.make_rated_hint"))} isOn=${t.rated}
      set=${t=>a({rated:t})} />`}
    <${ct} terms=${t} change=${a} overlays=${T(s,t.preset)} />
  `}function ct({terms:t,change:a,overlays:s}){return u`
    <details>
      <summary>${e("start.more_rules")}</summary>
      <fieldset>
        <legend>${e("start.table_rules")}</legend>
        <${$} label=${e("start.allow_bots")} isOn=${t.bots} set=${t=>a({bots:t})} />
        <${$} label=${e("start.stand_ins")} isOn=${t.standIns} set=${t=>a({standIns:t})} />
        <${$} label=${e("start.allow_spectators")} isOn=${t.spectators} set=${t=>a({spectators:t})} />
        <${$} label=${e("start.allow_aids")} isOn=${t.aids} set=${t=>a({aids:t})} />
      </fieldset>
      <fieldset>
        <legend>${e("start.overlays")}</legend>
        ${s.map(s=>u`<${$} key=${s} label=${dt(A(s),e(`start.overlay_${s}_hint`))}
            isOn=${t.overlays.includes(s)} set=${e=>((e,s)=>a({overlays:s?[...t.overlays,e]:t.overlays.filter(t=>t!==e)}))(s,e)} />`)}
      </fieldset>
    </details>
  `}const ut=t=>t?Number(t):null,dt=(t,a)=>u`<span>${t}<br /><span class="soft small">${a}</span></span>`;function pt({visibility:t,overlays:a,aids:e}){const s=a.every(t=>it.includes(t));return!1===d.account?.is_guest&&"public"===t&&s&&!e}const mt=Object.freeze(Object.defineProperty({__proto__:null,default:function(){t(),a(e("start.way_new"));const[n,r]=s(ot),{data:l,error:o,reload:$}=i(),{run:m,running:g,error:y}=h(),b=j(),f=()=>m(async()=>{await d.needAccount(),await b.save();const t=function(t){const{visibility:a,seats:e,preset:s,overlays:n,clock:r,spectators:i,bots:l,standIns:o,aids:$}=t;return{visibility:a,seats:e,preset:s,overlays:n,spectators:i,allow_bots:l,turn_seconds:ut(r),on_abandon:o&&l?"stand_in":"end",...$&&{aids:$},...t.rated&&pt(t)&&{rated:!0}}}(n),{state:a}=await d.client.post("/games",{body:t,patience:p});w(`/games/${a.game}`,{replace:!0})});return u`
    <form class="narrow" onSubmit=${C(f)}>
      <h1>${e("start.way_new")}</h1>
      ${l?u`<${$t} terms=${n} change=${t=>r({...n,...t})} offered=${l} />`:u`<${P} error=${o} retry=${$} />`}
      <${x} identity=${b} />
      ${y&&u`<${c} error=${y} retry=${f} />`}
      <p>
        <button type="submit" class="primary big" aria-disabled=${g}>${e("start.open_table")}</button>
      </p>
    </form>
  `}},Symbol.toStringTag,{value:"Module"})),gt=/^[A-Za-z0-9_-]{11}$/,yt={running:"common.fault_already_started",over:"common.fault_game_over",closed:"common.fault_game_closed"};function bt({game:t,code:a}){const{run:s,running:r,error:i}=h(),{account:l,state:o}=b(d.standing),$=j(),g=m(!1),y=b(D).games.has(t)||!a,{data:_}=n(async a=>g.current?new Promise(()=>{}):y?async function(t,a){const e={id:t,expand:"rules"},{results:s}=await d.client.get("/games",{query:e,signal:a,patience:p});return s[0]??null}(t,a):null,[t,l?.username,y]);return _&&null===f(_,l?.username)&&yt[_.status]?u`<${ft} table=${_} />`:null!==_||a?u`
    <div class="narrow panel">
      <h1>${e("start.invited_title")}</h1>
      <p class="lead">${e(l?"start.invited_lead_known":"start.invited_lead")}</p>
      ${_&&u`<${ht} game=${_} />`}
      ${null===_&&a&&u`<p class="notice">${e("start.invited_private")}</p>`}
      ${"loading"!==o&&u`<${x} identity=${$} isOpen=${!l?.display_name} />`}
      ${i&&u`<${c} error=${i} />`}
      <p class="actions sit-down">
        <button type="button" class="primary big" onClick=${()=>s(async()=>{g.current=!0,await d.needAccount(),await $.save();const e=a?{join_code:a}:{},s={game_id:t};try{await d.client.post("/games/{game_id}/join",{params:s,body:e,patience:p})}catch(t){if("already_seated"!==t.code)throw t}w(`/games/${t}`,{replace:!0})})} aria-disabled=${r}>
          ${e("start.take_seat")}
        </button>
      </p>
      ${!a&&u`<p class="actions"><a class="button quiet" href="/games/${t}">${e("start.only_watch")}</a></p>`}
      ${_&&u`<${tt} game=${_} isOpen=${!0} hasTerms=${!1} />`}
    </div>
  `:u`<${L} game=${t} />`}function ht({game:t}){const a=U(t.players,t.seats),s=t.players.map(t=>u`<${B} key=${t.seat} name=${a[t.seat]??""} player=${t} />`),n=s.filter((a,e)=>t.players[e]?.seat===t.host),r=s.filter((a,e)=>t.players[e]?.seat!==t.host),i=[["host",n.length?n:null],["other_players",r.length?r:null],["seats",e("start.seats_taken",{taken:t.players.length,count:t.seats})],["preset",H(t)],["clock",R(t)],["who_may_join",e(`start.visibility_${t.visibility}`)]];return u`
    <dl class="terms">
      ${i.map(([t,a])=>a&&u`<div key=${t}>
            <dt>${e(`start.${t}`)}</dt>
            <dd>${a}</dd>
          </div>`)}
    </dl>
  `}function ft({table:t}){return u`
    <div class="narrow panel">
      <h1>${e("start.way_join")}</h1>
      <p class="lead">${e(yt[t.status]??"")}</p>
      <p class="actions">
        ${"closed"!==t.status&&u`<a class="button primary" href="/games/${t.id}">${e("start.to_game")}</a>`}
        <a class="button" href="/lobby">${e("start.way_lobby")}</a>
      </p>
    </div>
  `}function _t(){const[t,a]=s(""),[n,r]=s(!1),i=n?vt(t,location.origin):null;return u`
    <form class="narrow" onSubmit=${a=>{a.preventDefault();const e=vt(t,location.origin);r(null===e||"otherServer"in e),e&&"game"in e&&w(`/join#${new URLSearchParams({game:e.game,...e.code&&{code:e.code}})}`)}}>
      <h1>${e("start.way_join")}</h1>
      <p class="lead">${e("start.join_lead")}</p>
      <div class="field">
        <label for="link">${e("start.join_label")}</label>
        <input
          id="link"
          value=${t}
          onInput=${t=>a(t.target.value)}
          required
          autocomplete="off"
          autocapitalize="off"
          spellcheck=${!1}
          aria-invalid=${n}
          aria-describedby="link-hint"
        />
        <p class="hint" id="link-hint">${e("start.join_hint")}</p>
        ${n&&u`<p class="wrong" role="alert">
          ${i&&"otherServer"in i?e("start.join_other_server",{server:i.otherServer}):e("start.join_wrong")}
        </p>`}
      </div>
      <p><button type="submit" class="primary big">${e("start.join_go")}</button></p>
    </form>
  `}function vt(t,a){const e=t.trim();if(/^https?:\/\//i.test(e))return function(t,a){if(!URL.canParse(t))return null;const e=new URL(t);if(e.origin!==a)return{otherServer:e.host};const s=new URLSearchParams(e.hash.slice(1)),n=s.get("game")??/^\/(?:games|join)\/([^/]+)/.exec(e.pathname)?.[1]??"";return gt.test(n)?{game:n,code:s.get("code")??""}:null}(e,a);const[s="",n="",...r]=e.split(/[\s,;]+/);return gt.test(s)&&!r.length?{game:s,code:n}:null}const wt=Object.freeze(Object.defineProperty({__proto__:null,default:function({params:s,fragment:n}){t(),a(e("start.way_join"));const r=n.get("game")??s.code??"",i=n.get("code")??"";return r?u`<${bt} game=${r} code=${i} key=${r+i} />`:u`<${_t} />`}},Symbol.toStringTag,{value:"Module"})),kt={preset:"",result:"",player:"",from:"",to:"",cursor:""},jt=["won","shared","lost"];function Ot({children:t,changes:a}){const[r,i]=s(kt),[l]=s(()=>matchMedia("(min-width: 48rem)").matches),o=function({preset:t,result:a,player:e,from:s,to:n,cursor:r}){return{mine:!0,status:"over",limit:20,preset:t||void 0,result:a||void 0,player:e||void 0,created_after:s?new Date(`${s}T00:00`).toISOString():void 0,created_before:n?Ct(n).toISOString():void 0,cursor:r||void 0}}(r),{data:$,error:m,reload:g}=n(t=>d.client.get("/games",{query:o,signal:t,patience:p}),[JSON.stringify(o),a]),y=$?.results,b=Object.values({...r,cursor:""}).some(Boolean),h=t=>i({...r,cursor:"",...t}),f=(t,a)=>t&&u`<button type="button" onClick=${()=>h({cursor:new URL(t).searchParams.get("cursor")??""})}>${a}</button>`;return u`<section>
    <h2>${e("start.finished")}</h2>
    <details class="filter-box" open=${l}>
      <summary>${e("start.find_games")}</summary>
      <${xt} filters=${r} filter=${h} />
    </details>
    ${m&&u`<${c} error=${m} retry=${g} />`}
    ${!y&&!m&&u`<p class="loading">${e("common.loading")}</p>`}
    ${y&&!y.length&&u`<p role="status">${e("start.none_found")}</p>`}
    <ul class="plain games">${y?.map(t)}</ul>
    <p class="actions">
      ${f($?.previous,e("start.newer"))} ${f($?.next,e("start.older"))}
      ${b&&u`<button type="button" class="quiet" onClick=${()=>i(kt)}>${e("start.all_games")}</button>`}
    </p>
  </section>`}function xt({filters:t,filter:a}){const{data:s}=i(),n={value:"",label:e("start.any")},r=s?l(s).map(({value:t,label:a})=>({value:t,label:a})):[],$=jt.map(t=>({value:t,label:e(`start.${t}_games`)}));return u`<div class="filters">
    <${o} label=${e("start.preset")} options=${[n,...r]} value=${t.preset}
      onChange=${t=>a({preset:t})} />
    <${o} label=${e("start.result")} options=${[n,...$]} value=${t.result}
      onChange=${t=>a({result:t})} />
    <${St} name="player" label=${e("start.opponent")} filters=${t} filter=${a} />
    <${St} name="from" label=${e("start.from_date")} type="date" filters=${t} filter=${a} />
    <${St} name="to" label=${e("start.to_date")} type="date" filters=${t} filter=${a} />
  </div>`}function St({name:t,label:a,type:e="text",filters:s,filter:n}){const r=`filter-${t}`;return u`<div class="field">
    <label for=${r}>${a}</label>
    <input id=${r} type=${e} value=${s[t]} maxlength="30" autocomplete="off" autocapitalize="off" spellcheck=${!1}
      onChange=${({target:a})=>n({[t]:a.value.trim()})} />
  </div>`}function Ct(t){const a=new Date(`${t}T00:00`);return a.setDate(a.getDate()+1),a}function Pt({game:t,name:a}){const s=E(t,a),n="over"===t.status?Mt(t,a):s&&t.deadline&&t.turn_seconds?e("start.until",{time:F(t.deadline)}):null;return u`
    <${_} game=${t} note=${n} without=${a}>
      <a class="button ${s?"primary":""}" href="/games/${t.id}">
        ${e(s?"start.your_turn":"start.to_table")}
      </a>
      ${"over"===t.status&&u`<a class="button quiet" href="/games/${t.id}/replay">${e("start.replay")}</a>`}
    <//>
  `}function Mt(t,a){const s=t.players.find(({player:t})=>t===a)?.seat,n=t.finished_at?F(t.finished_at):"";return t.winners&&void 0!==s?t.winners.includes(s)?e(t.winners.length>1?"start.shared":"start.won",{time:n}):e("start.lost",{time:n}):n}async function qt(t){if(!d.client.token)return{invitations:[],games:[],hasPlayed:!1};const a=a=>d.client.get("/games",{query:a,signal:t,patience:p}),[e,s,n,r]=await Promise.all([a({invited:!0,status:"lobby",limit:50}),a({mine:!0,status:"running",limit:100}),a({mine:!0,status:"lobby",limit:100}),a({mine:!0,status:"over",limit:1})]);return{invitations:e.results,games:[...s.results,...n.results],hasPlayed:r.results.length>0}}const zt=Object.freeze(Object.defineProperty({__proto__:null,default:function(){t(),a(e("start.my_games"));const{account:s,state:r}=b(d.standing),{changes:i}=b(D),{data:l,error:o,reload:$}=n(qt,[s?.username,i]);if("none"===r)return u`
      <div class="narrow">
        <h1>${e("start.my_games")}</h1>
        <p class="lead">${e("start.my_games_stranger")}</p>
        <p class="actions">
          <a class="button primary" href="/">${e("start.play_now")}</a>
          <a class="button" href="/sign-in">${e("common.sign_in")}</a>
        </p>
      </div>
    `;const p=s?.username,m=l?.games??[],g=[{key:"waiting_for_you",games:m.filter(t=>E(t,p))},{key:"not_started",games:m.filter(t=>"lobby"===t.status)},{key:"others_turn",games:m.filter(t=>"running"===t.status&&!E(t,p))}],y=l&&!l.hasPlayed&&l.invitations.length+m.length===0;return u`
    <div>
      <h1>${e("start.my_games")}</h1>
      ${o&&u`<${c} error=${o} retry=${$} />`}
      ${!l&&!o&&u`<p class="loading">${e("common.loading")}</p>`}
      ${y&&u`<p class="lead">${e("start.no_games")}</p>
        <p><a class="button primary" href="/">${e("start.play_now")}</a></p>`}
      ${Boolean(l?.invitations.length)&&u`<section>
        <h2>${e("start.invitations")}</h2>
        <ul class="plain games">
          ${l?.invitations.map(t=>u`<${N} game=${t} key=${t.id} onDecided=${$} />`)}
        </ul>
      </section>`}
      ${g.map(({key:t,games:a})=>a.length>0&&u`<section key=${t}>
            <h2>${e(`start.${t}`)}</h2>
            <ul class="plain games">
              ${a.map(t=>u`<${Pt} game=${t} key=${t.id} name=${p} />`)}
            </ul>
          </section>`)}
      ${l?.hasPlayed&&u`<${Ot} changes=${i}>${t=>u`<${Pt} game=${t} key=${t.id} name=${p} />`}<//>
        <p><a href="/players/${p}">${e("start.to_statistics")}</a></p>`}
    </div>
  `},resultText:Mt},Symbol.toStringTag,{value:"Module"}));async function Tt(t){return d.client.token?(await d.client.get("/me/notices",{query:{limit:50},signal:t,patience:p})).results:[]}const It=Object.freeze(Object.defineProperty({__proto__:null,default:function(){t(),a(e("start.notices"));const{account:s}=b(d.standing),{data:r,error:i,reload:l}=n(Tt,[s?.username]),{run:o,running:$,error:m}=h(),g=r??[],y=g[0]?.id,f=g.some(t=>null===t.read_at);return u`
    <div class="narrow">
      <h1>${e("start.notices")}</h1>
      ${(i||m)&&u`<${c} error=${i??m} retry=${l} />`}
      ${r&&!g.length&&u`<p class="lead">${e("start.no_notices")}</p>`}
      ${f&&u`<p>
        <button type="button" onClick=${()=>o(async()=>{void 0!==y&&(await d.client.post("/me/notices/read",{body:{up_to:y},patience:p}),await d.refresh(),Z(d.account?.unread_notices??0),l())})} aria-disabled=${$}>${e("start.mark_read")}</button>
      </p>`}
      <ul class="plain games">
        ${g.map(t=>u`
            <li class="panel" key=${t.id}>
              <p>
                ${null===t.read_at&&u`<span class="badge">${e("start.new")}</span> `}
                ${function({kind:t,data:a}){const s=`start.notice_${t}`,n=a.reason?e(`start.reason_${a.reason}`):"";return"invitation_declined"===t&&n?e("start.notice_declined_because",{reason:n}):G(s)?e(s):e("start.notice_other")}(t)}
              </p>
              <p class="soft small">${F(t.at)}</p>
              ${t.data.tournament&&u`<p class="actions">
                <a class="button" href="/tournaments/${t.data.tournament}">${e("start.to_tournament")}</a>
              </p>`}
              ${t.data.game&&"lobby_closed"!==t.kind&&u`<p class="actions">
                <a class="button" href="/games/${t.data.game}">${e("start.to_game")}</a>
              </p>`}
            </li>
          `)}
      </ul>
    </div>
  `}},Symbol.toStringTag,{value:"Module"}));function Rt({entries:t}){return t.length?u`
    ${t.length>1&&u`<${At} entries=${[...t].reverse()} />`}
    <details>
      <summary>${e("ratings.table")}</summary>
      <div class="wide" role="group" aria-label=${e("ratings.history")} tabindex="0">
        <table>
          <thead>
            <tr>
              ${["date","place","rating"].map(t=>u`<th scope="col" key=${t}>${e(`ratings.${t}`)}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${t.map(({game:t,number:a,at:s,place:n,seats:r,after:i})=>u`
                <tr key=${a}>
                  <th scope="row">
                    <a href="/games/${t}" aria-label=${e("ratings.to_game",{time:F(s)})}>${F(s)}</a>
                  </th>
                  <td>${e("ratings.place_of",{place:n,seats:r})}</td>
                  <td>${J(i)}</td>
                </tr>
              `)}
          </tbody>
        </table>
      </div>
    </details>
  `:null}function At({entries:t}){const a=t.map(({after:t})=>t),s=Math.min(...a.map(({rating:t,uncertainty:a})=>t-a)),n=Math.max(...a.map(({rating:t,uncertainty:a})=>t+a)),r=t=>40+t/(a.length-1)*590,i=t=>210-(t-s)/(n-s||1)*200,l=a.map(({rating:t},a)=>Dt(r(a),i(t))),o=a.map(({rating:t,uncertainty:a},e)=>Dt(r(e),i(t+a))),$=a.map(({rating:t,uncertainty:a},e)=>Dt(r(e),i(t-a))),[c,d]=[a[0]?.rating??0,a[a.length-1]?.rating??0],p=e("ratings.chart",{count:a.length,first:S(c),last:S(d)});return u`
    <svg class="rating-chart" viewBox="0 0 ${640} ${220}" role="img" aria-label=${p}>
      <polygon class="band" points=${[...o,...$.reverse()].join(" ")} />
      ${function(t,a){const e=a-t>30?10:5,s=Math.ceil(t/e)*e;return Array.from({length:Math.floor((a-s)/e)+1},(t,a)=>s+a*e)}(s,n).map(t=>u`
          <g key=${t}>
            <line class="rule" x1=${40} x2=${630} y1=${i(t)} y2=${i(t)} />
            <text x="6" y=${i(t)+4}>${S(t)}</text>
          </g>
        `)}
      <polyline class="line" points=${l.join(" ")} />
    </svg>
  `}function Dt(t,a){return`${t.toFixed(1)},${a.toFixed(1)}`}function Lt({name:t,isOwn:a,ratings:s}){return K(new URL("./start.css",import.meta.url)),u`
    <section aria-labelledby="ratings">
      <h2 id="ratings">${e("ratings.ratings")}</h2>
      ${null!==s||a?u`<${Ut} name=${t} known=${s??[]} isHidden=${null===s} />`:u`<p>${e("ratings.hidden")}</p>`}
      ${a&&!1===d.account?.is_guest&&u`<${Ht} isHidden=${null===s} />`}
      <p><a href="/leaderboard">${e("ratings.leaderboard")}</a></p>
    </section>
  `}function Ut({name:t,known:a,isHidden:r}){const[i,l]=s(""),o=[...a].sort((t,a)=>a.games-t.games)[0]?.family??"go_fish",$=i||o,{data:m,error:g,reload:y}=n(async e=>{if(!a.length&&!r)return null;const s={params:{username:t},query:{family:$,limit:100},signal:e,patience:p};return d.client.get("/players/{username}/ratings",s)},[t,$,r]),b=m?.ratings??a;if(g)return u`<${c} error=${g} retry=${y} />`;if(!b.length)return u`<p>${e("ratings.none")}</p>`;const h=b.map(t=>({value:t.family,label:e(`ratings.family_${t.family}`)}));return u`
    <ul class="plain rating-list">
      ${b.map(t=>u`
          <li key=${t.family}>
            <span class="number">${e(`ratings.family_${t.family}`)}: ${J(t)}</span><br />
            <span class="soft small">
              ${e("ratings.rated_games",{count:t.games})} · ${e(`ratings.certainty_${t.certainty}`)}
            </span>
          </li>
        `)}
    </ul>
    <h3>${e("ratings.history")}</h3>
    ${h.length>1&&u`<${M} legend=${e("ratings.family")} options=${h} value=${$} onChange=${l} />`}
    ${m&&u`<${Rt} entries=${m.results} />`}
    ${m?.by_seats.length>0&&u`<${Bt} rows=${m.by_seats} />`}
  `}function Bt({rows:t}){return u`
    <h3>${e("ratings.by_seats")}</h3>
    <div class="wide" role="group" aria-label=${e("ratings.by_seats")} tabindex="0">
      <table>
        <thead>
          <tr>
            ${["family","seats","games","first","mean_place"].map(t=>u`<th scope="col" key=${t}>${e(`ratings.${t}`)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${t.map(t=>u`
              <tr key=${`${t.preset} ${t.seats}`}>
                <th scope="row">${V(t.preset)}</th>
                ${[t.seats,t.games,t.first,t.mean_place].map(t=>u`<td>${X(t)}</td>`)}
              </tr>
            `)}
        </tbody>
      </table>
    </div>
  `}function Ht({isHidden:t}){const[a,n]=s(t),{run:r,error:i}=h();return u`
    ${i&&u`<${c} error=${i} />`}
    <${$} label=${e("ratings.hide")} isOn=${a} set=${t=>{n(t),r(async()=>{try{await d.client.patch("/me/ratings",{body:{hidden:t},patience:p})}catch(a){throw n(!t),a}})}} />
  `}const Et=["random","forgetful","memory","expert","mixed"],Nt=["won","shared","lost"],Ft={style:"percent"};function Zt({results:t}){return u`<section>
    <h2>${e("start.statistics")}</h2>
    ${t.length?u`<${Xt} results=${t} /><p class="soft small">${e("start.without_bots")}</p>`:u`<p>${e("start.no_results")}</p>`}
  </section>`}function Gt(){const{data:t,error:a,reload:s}=n(t=>d.client.get("/me/statistics",{signal:t,patience:p}),[]),r=t?.results??[],i=[...r].sort((t,a)=>t.preset.localeCompare(a.preset)||Jt(t)-Jt(a));return u`<section>
    <h2>${e("start.statistics")}</h2>
    ${a&&u`<${c} error=${a} retry=${s} />`}
    ${!t&&!a&&u`<p class="loading">${e("common.loading")}</p>`}
    ${t&&!r.length&&u`<p>${e("start.no_own_results")}</p>`}
    ${r.length>0&&u`<${Vt} results=${i} /><${Xt} results=${i} isOwn />
      <p class="soft small">${e("start.only_you_see",{count:t?.newest??0})}</p>`}
  </section>`}const Jt=({bots:t})=>t?Et.indexOf(t):-1;function Kt({bots:t}){return t?G(`common.bot_${t}`)?Y(t):e("start.against_mixed"):e("start.against_people")}function Vt({results:t}){const a=Math.max(...t.map(({played:t})=>t));return u`<div class="results-chart" aria-hidden="true">
    <p class="legend">${Nt.map(t=>u`<span key=${t}><i class=${t}></i>${e(`start.${t}_games`)}</span>`)}</p>
    ${t.map(t=>{let e=0;return u`<div class="bar" key=${`${t.preset} ${t.bots}`}>
        <span>${V(t.preset)} <small>${Kt(t)}</small></span>
        <svg viewBox=${`0 0 ${a} 1`} preserveAspectRatio="none">
          ${Nt.map(a=>{const s=u`<rect key=${a} class=${a} x=${e} y="0" width=${t[a]} height="1" />`;return e+=t[a],s})}
        </svg>
      </div>`})}
  </div>`}function Xt({results:t,isOwn:a=!1}){const s=["preset",...a?["against"]:[],"played","won_games","shared_games","lost_games","share"],n=(t,a)=>u`<td data-column=${e(`start.${t}`)}>${a}</td>`;return u`<div class="wide results" role="group" aria-label=${e("start.statistics")} tabindex="0">
    <table>
      <thead>
        <tr>${s.map(t=>u`<th scope="col" key=${t}>${e(`start.${t}`)}</th>`)}</tr>
      </thead>
      <tbody>
        ${t.map(t=>u`<tr key=${`${t.preset} ${t.bots}`}>
            <th scope="row">${V(t.preset)}</th>
            ${a&&n("against",Kt(t))}
            ${n("played",X(t.played))}
            ${Nt.map(a=>n(`${a}_games`,X(t[a])))}
            ${n("share",t.played?X(t.won/t.played,Ft):"")}
          </tr>`)}
      </tbody>
    </table>
  </div>`}function Yt({name:t}){const{account:a}=b(d.standing),{run:s,running:r,error:i}=h(),{data:l,reload:o}=n(async t=>d.client.token?d.client.get("/me/blocks",{signal:t,patience:p}):null,[a?.username]);if(!a||!l||a.username===t)return null;const $=l.blocks.some(({player:a})=>a===t);return u`
    ${i&&u`<${c} error=${i} />`}
    <p class="actions">
      <button type="button" onClick=${()=>s(async()=>{const a={params:{username:t},patience:p};$?await d.client.delete("/me/blocks/{username}",a):await d.client.put("/me/blocks/{username}",a),o()})} aria-disabled=${r}>
        ${e($?"start.unblock":"start.block",{name:t})}
      </button>
      <span class="soft small">${e("start.block_hint")}</span>
    </p>
  `}const Qt=Object.freeze(Object.defineProperty({__proto__:null,default:function({params:s}){t();const r=s.name??"",{account:i}=b(d.standing);a(r);const{data:l,error:o,reload:$}=n(async t=>{const a={params:{username:r},signal:t,patience:p},[e,s]=await Promise.all([d.client.get("/players/{username}",a),d.client.get("/players/{username}/games",{...a,query:{limit:10}})]);return{player:e,games:s.results}},[r]);if(o)return u`
      <div class="narrow">
        <h1>${r}</h1>
        <${c} error=${o} retry=${$} />
      </div>
    `;if(!l)return u`<h1>${r}</h1><p class="loading">${e("common.loading")}</p>`;const{player:m,games:g}=l;return u`
    <div class="narrow">
      <h1><${B} name=${Q(W(m))} player=${W(m)} /></h1>
      <p class="soft">
        ${[m.is_guest&&e("start.is_guest"),m.is_bot&&e("start.is_bot",{owner:m.owner??""}),e("start.since",{time:F(m.since,{dateStyle:"medium"})})].filter(Boolean).join(" · ")}
      </p>
      ${!m.is_guest&&u`<${Lt}
        key=${m.username}
        name=${m.username}
        isOwn=${m.username===i?.username}
        ratings=${m.ratings??null}
      />`}
      ${m.username===i?.username?u`<${Gt} />`:u`<${Zt} results=${m.results} />`}
      <${Yt} name=${m.username} />
      ${g.length>0&&u`<section>
        <h2>${e("start.last_games")}</h2>
        <ul class="plain games">
          ${g.map(t=>u`
              <${_} game=${t} key=${t.id} note=${Mt(t,m.username)}>
                <a class="button" href="/games/${t.id}">${e("start.to_game")}</a>
              <//>
            `)}
        </ul>
      </section>`}
    </div>
  `}},Symbol.toStringTag,{value:"Module"}));export{zt as a,It as b,wt as j,et as l,rt as m,mt as n,Qt as p};
