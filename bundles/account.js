import{a as e,s as t,Y as n,Z as a,t as o,H as s,h as c,r,k as i,f as u,X as p,a6 as l,aj as $,L as d,q as m,d as _,g as f,v as g,Q as b,z as y,C as h,c as w,ak as v,T as k,A as S,U as x,e as j,y as O,j as C,ah as q,ai as z,a2 as T,al as D,P}from"./main.js";import{L as I}from"./early.js";function M(){const{data:i,error:u,reload:p}=e(e=>t.client.get("/me/blocks",{signal:e,patience:n}),[]),{run:l,running:$,error:d}=a(),m=i?.blocks;return c`
    <section>
      <h2>${o("account.blocked")}</h2>
      ${(u||d)&&c`<${s} error=${u??d} retry=${p} />`}
      ${0===m?.length&&c`<p class="soft">${o("account.none_blocked")}</p>`}
      <ul class="plain">
        ${m?.map(({player:e,at:a})=>c`
            <li class="row" key=${e}>
              <span>${e} <span class="soft small">${r(a,{dateStyle:"medium"})}</span></span>
              <button type="button" onClick=${()=>{return a=e,l(async()=>{await t.client.delete("/me/blocks/{username}",{params:{username:a},patience:n}),p()});var a}} aria-disabled=${$}>
                ${o("start.unblock",{name:e})}
              </button>
            </li>
          `)}
      </ul>
    </section>
  `}function L(){const{language:e,theme:t}=i(u);return c`
    <div class="panel">
      <${p}
        label=${o("account.language")}
        options=${[{value:"",label:o("account.language_auto")},...Object.entries(I).map(([e,t])=>({value:e,label:t}))]}
        value=${e}
        onChange=${async e=>{await $(e),u.change({language:e})}}
      />
      <${l}
        legend=${o("start.theme")}
        options=${["","light","dark"].map(e=>({value:e,label:o(`account.theme_${e||"auto"}`)}))}
        value=${t}
        onChange=${e=>u.change({theme:e})}
      />
    </div>
  `}const A={username_taken:"username",username_reserved:"username",password_too_weak:"password",wrong_credentials:"password",wrong_password:"current_password",display_name_refused:"display_name",invalid_code:"code",no_such_device:"user_code"},F={username:"account.username_hint",password:"account.password_hint",new_password:"account.password_hint",email:"account.email_wrong"};function G(e,t){const[n,o]=_(e),{run:r,running:i,error:u}=a(),p=Object.keys(e).some(e=>B(u,e));return{field:(e,t,a)=>c`<${E}
    name=${e}
    label=${t}
    value=${n[e]}
    onInput=${t=>o(n=>({...n,[e]:t}))}
    wrong=${B(u,e)}
    ...${a}
  />`,fault:u&&!p&&c`<${s} error=${u} />`,onSubmit:f(()=>r(()=>t(n))),running:i,clear:()=>o(e)}}function E({label:e,name:t,value:n,onInput:a,wrong:o,hint:s,type:r="text",...i}){const u=g();return c`
    <div class="field">
      <label for=${u}>${e}</label>
      <input
        id=${u}
        name=${t}
        type=${r}
        value=${n}
        onInput=${e=>a(e.target.value)}
        required=${!i.isOptional}
        autocomplete=${i.autocomplete??"off"}
        maxlength=${i.maxlength}
        autocapitalize="off"
        spellcheck=${!1}
        aria-invalid=${Boolean(o)}
        aria-describedby=${s||o?`${u}-hint`:void 0}
      />
      ${(s||o)&&c`<p class=${o?"wrong":"hint"} id="${u}-hint" role=${o?"alert":void 0}>
        ${o||s}
      </p>`}
    </div>
  `}function B(e,t){if(!(e instanceof d))return"";if("new_password"===t&&"password_too_weak"===e.code)return m(e);if(A[e.code]===t)return m(e);const n=e.errors.find(({pointer:e})=>e===`/${t}`),a=F[t];return n&&a?o(a):n?.detail??""}function U({isGuest:e}){const[s,r]=_(""),{run:i,running:u,error:p}=a(),l=()=>{t.forget(),y("/")},$=()=>r("");return c`
    <section>
      <h2>${o(e?"account.leave":"account.sign_out")}</h2>
      <p>${o(e?"account.forget_guest":"account.forget_hint")}</p>
      <p class="actions">
        <button type="button" class="danger" onClick=${()=>r("here")}>${o("account.forget")}</button>
        ${!e&&c`<button type="button" class="danger" onClick=${()=>r("everywhere")}>
          ${o("account.sign_out_everywhere")}
        </button>`}
      </p>
      ${"here"===s&&c`<${b} title=${o("account.forget_title")} confirm=${o("account.forget_confirm")} onConfirm=${l} close=${$}>
        <p>${o(e?"account.forget_guest":"account.forget_hint")}</p>
      <//>`}
      ${"everywhere"===s&&c`<${b} title=${o("account.sign_out_everywhere_title")} confirm=${o("account.sign_out_everywhere_confirm")}
        onConfirm=${()=>i(async()=>{await t.client.delete("/tokens",{patience:n}),l()})} close=${$} running=${u} error=${p}>
        <p>${o("account.sign_out_everywhere_text")}</p>
      <//>`}
    </section>
  `}function H({username:e,isGuest:r}){const[i,u]=_(!1),{run:p,running:l,error:$}=a(),{run:d,running:m,error:f}=a(),[g,k]=_(t.account?.in_dumps??!0),{run:S,error:x}=a(),j=()=>p(async()=>{v(JSON.stringify(await async function(){const e={};for(let n;;){const a=void 0===n?{}:{after:n},{next:o,...s}=await t.client.get("/me/export",{query:a});for(const[t,n]of Object.entries(s))e[t]=Array.isArray(n)?[...e[t]??[],...n]:n;if(!o)return e;n=new URL(o,location.href).searchParams.get("after")??void 0}}(),null,2),`gofish-${e}.json`),w(o("account.exported"))});return c`
    <section>
      <h2>${o("account.own_data")}</h2>
      <${h} label=${o("account.in_dumps")} isOn=${g} set=${e=>S(async()=>{k(e);try{await t.client.patch("/me",{body:{in_dumps:e},patience:n})}catch(t){throw k(!e),t}w(o("account.display_name_saved")),await t.refresh()})} />
      <p class="hint">${o("account.in_dumps_hint")}</p>
      ${x&&c`<${s} error=${x} />`}
      <p>${o("account.export_hint")}</p>
      ${$&&c`<${s} error=${$} retry=${j} />`}
      <p>
        <button type="button" onClick=${j} aria-disabled=${l}>
          ${o(l?"account.exporting":"account.export")}
        </button>
      </p>
      <p>${o(r?"account.close_guest_hint":"account.close_account_hint")}</p>
      <p>
        <button type="button" class="danger" onClick=${()=>u(!0)}>${o("account.close_account")}</button>
      </p>
      ${i&&c`<${b} title=${o("account.close_account_title")} confirm=${o("account.close_account_confirm")}
        onConfirm=${()=>d(async()=>{await t.client.delete("/me"),t.forget(),y("/"),w(o("account.account_closed"))})} close=${()=>u(!1)} running=${m} error=${f}>
        <p>${o("account.close_account_text")}</p>
      <//>`}
    </section>
  `}function J({username:e,onChanged:a}){const[s,r]=_(!1),i=G({current_password:"",new_password:""},async e=>{r(!1),await t.client.post("/me/password",{body:e,patience:n}),i.clear(),r(!0),w(o("account.password_is_changed")),a()});return c`
    <section>
      <h2>${o("account.password")}</h2>
      <form class="panel" onSubmit=${i.onSubmit}>
        <input name="username" autocomplete="username" value=${e} readonly hidden />
        ${i.field("current_password",o("account.current_password"),{type:"password",autocomplete:"current-password"})}
        ${i.field("new_password",o("account.next_password"),{type:"password",autocomplete:"new-password",hint:o("account.password_hint")})}
        ${i.fault}
        <p class="hint">${o("account.password_change_hint")}</p>
        <p><button type="submit" aria-disabled=${i.running}>${o("account.change_password")}</button></p>
        ${s&&c`<p class="notice">${o("account.password_is_changed")}</p>`}
      </form>
    </section>
  `}function N(){const[e,a]=_("email"),s=G({email:"",code:"",new_password:""},async({email:o,code:s,new_password:c})=>{if("email"===e)await t.client.post("/password/reset",{body:{email:o},patience:n}),a("code");else{const e={code:s.trim(),new_password:c};await t.client.post("/password/reset/confirm",{body:e,patience:n}),a("done")}});return"done"===e?c`<p class="notice" role="status">${o("account.password_changed")}</p>`:c`
    <details>
      <summary>${o("account.forgot_password")}</summary>
      <form class="panel" onSubmit=${s.onSubmit}>
        ${"email"===e?s.field("email",o("account.your_email"),{type:"email",autocomplete:"email",hint:o("account.recovery_hint")}):c`
              <p role="status">${o("account.code_sent")}</p>
              ${s.field("code",o("start.code"),{autocomplete:"one-time-code"})}
              ${s.field("new_password",o("account.new_password"),{type:"password",autocomplete:"new-password",hint:o("account.password_hint")})}
            `}
        ${s.fault}
        <p><button type="submit" aria-disabled=${s.running}>${o("account.continue")}</button></p>
      </form>
    </details>
  `}function Q(){const[e,r]=_(!1),{run:i,running:u,error:p}=a(),l=G({code:""},async({code:e})=>{await t.client.post("/email/verify",{body:{code:e.trim()},patience:n}),await t.refresh()});return c`
    <section>
      <h2>${o("account.confirm_email")}</h2>
      <form class="panel" onSubmit=${l.onSubmit}>
        ${l.field("code",o("start.code"),{autocomplete:"one-time-code",hint:o("account.confirm_email_hint")})}
        ${l.fault} ${p&&c`<${s} error=${p} />`}
        ${e&&c`<p role="status">${o("account.code_sent")}</p>`}
        <p class="actions">
          <button type="submit" aria-disabled=${l.running}>${o("account.continue")}</button>
          <button type="button" class="quiet" onClick=${()=>i(async()=>{await t.client.post("/me/email/verification",{patience:n}),r(!0)})} aria-disabled=${u}>
            ${o("account.send_again")}
          </button>
        </p>
      </form>
    </section>
  `}function R({onDone:e}){const a=G({username:"",password:"",email:""},async({username:a,password:o,email:s})=>{const c={username:a,password:o,...s&&{email:s}};t.account?.is_guest?(await t.client.post("/me/register",{body:c,patience:n}),await t.refresh()):t.take(await t.client.post("/accounts",{body:c,patience:n})),e()});return c`
    <form class="panel" onSubmit=${a.onSubmit}>
      ${a.field("username",o("account.new_username"),{autocomplete:"username",hint:o("account.username_hint"),maxlength:30})}
      ${a.field("password",o("account.new_password"),{type:"password",autocomplete:"new-password",hint:o("account.password_hint")})}
      ${a.field("email",o("account.email"),{type:"email",autocomplete:"email",hint:o("account.email_hint"),isOptional:!0})}
      ${a.fault}
      <p><button type="submit" aria-disabled=${a.running}>${o("account.register")}</button></p>
    </form>
  `}function W(){const{data:i,error:u,reload:p}=e(e=>t.client.get("/tokens",{signal:e,patience:n}),[]),[l,$]=_(null),[d,m]=_(0),f=k(null),{run:g,running:y,error:h}=a();S(()=>{d&&f.current?.focus()},[d]);const v=i?.tokens;return c`
    <section>
      <h2 ref=${f} tabindex="-1">${o("account.tokens")}</h2>
      <p class="soft">${o("account.tokens_lead")}</p>
      ${u&&c`<${s} error=${u} retry=${p} />`}
      <ul class="plain rows">
        ${v?.map(e=>c`
            <li class="row" key=${e.id}>
              <span>
                ${Y(e)} ${Z(e)&&c`<span class="badge">${o("account.this_device")}</span>`}
                <br /><span class="soft small">${function({created_at:e,last_used_at:t,expires_at:n}){const a=e=>r(e,{dateStyle:"medium"});return[o("account.token_created",{time:a(e)}),t&&o("account.token_used",{time:a(t)}),o("account.token_expires",{time:a(n)})].filter(Boolean).join(" · ")}(e)}</span>
              </span>
              ${!Z(e)&&c`<button type="button" onClick=${()=>$(e)} aria-label=${o("account.revoke_named",{name:Y(e)})}>
                ${o("account.revoke")}
              </button>`}
            </li>
          `)}
      </ul>
      ${l&&c`<${b} title=${o("account.revoke_title",{name:Y(l)})} confirm=${o("account.revoke")}
        onConfirm=${()=>g(async()=>{const e={token_id:l?.id??0};await t.client.delete("/tokens/{token_id}",{params:e,patience:n}),$(null),m(d+1),w(o("account.token_revoked")),p()})} close=${()=>$(null)} running=${y} error=${h}>
        <p>${o("account.revoke_text")}</p>
      <//>`}
    </section>
  `}const X={browser:"account.token_browser",phone:"account.token_phone","first token":"account.token_first"};function Y({name:e,prefix:t}){const n=X[e];return n?o(n):e||t}function Z({prefix:e}){return t.client.token?.startsWith(e)??!1}function K({onDone:e}){return c`
    <section>
      <h2>${o("account.guest_title")}</h2>
      <p>${o("account.guest_lead")}</p>
      <${R} onDone=${e} />
    </section>
  `}function V(){const e=T(),{run:t,running:n,error:r}=a(),[i,u]=_(!1),p=r instanceof d&&r.status<500&&429!==r.status;return c`
    <form class="panel" onSubmit=${f(()=>t(async()=>{u(!1),await e.save(),u(!0),w(o("account.display_name_saved"))}))}>
      <${D} identity=${e} wrong=${p?B(r,"display_name")||m(r):""} />
      ${r&&!p&&c`<${s} error=${r} />`}
      <p><button type="submit" aria-disabled=${n}>${o("account.save")}</button></p>
      ${i&&c`<p class="hint">${o("account.display_name_saved")}</p>`}
    </form>
  `}const ee=Object.freeze(Object.defineProperty({__proto__:null,default:function(){x(),j(o("account.account"));const{account:e,state:n}=i(t.standing),{unread:a}=i(O),[s,r]=_(!1),[u,p]=_(0);return c`
    <div class="narrow">
      <h1>
        ${e?c`<${C} name=${q(z(e))} player=${z(e)} />`:o("account.account")}
      </h1>
      ${!e&&c`<p class="lead">${o("loading"===n?"common.loading":"account.account_stranger")}</p>
        <p class="actions">
          <a class="button primary" href="/">${o("start.play_now")}</a>
          <a class="button" href="/sign-in">${o("common.sign_in")}</a>
        </p>`}
      ${e&&c`
        <p class="actions">
          <a class="button" href="/players/${e.username}">${o("account.my_profile")}</a>
          <a class="button" href="/me/games">${o("start.my_games")}</a>
          <a class="button" href="/me/apps">${o("account.apps")}</a>
          <a class="button" href="/me/notices">
            ${o("start.notices")}
            ${a>0&&c`<span class="badge">${o("account.unread",{count:a})}</span>`}
          </a>
        </p>
        ${s&&c`<p class="notice" role="status">${o("account.is_registered")}</p>`}
        ${e.is_guest&&c`<${K} onDone=${()=>r(!0)} />`}
        ${e.email&&!e.is_email_verified&&c`<${Q} />`}
        <section>
          <h2>${o("account.display_name")}</h2>
          <${V} key=${e.username} />
        </section>
      `}
      <section>
        <h2>${o("account.this_device")}</h2>
        <${L} />
      </section>
      ${e&&c`
        <${M} />
        ${!e.is_guest&&c`
          <${J} username=${e.username} onChanged=${()=>p(u+1)} />
          <${W} key=${u} />
        `}
        <${U} isGuest=${e.is_guest} />
        <${H} username=${e.username} isGuest=${e.is_guest} />
      `}
    </div>
  `}},Symbol.toStringTag,{value:"Module"}));function te(){const{data:s,error:i,reload:u}=e(e=>t.client.get("/me/apps",{signal:e,patience:n}),[]),[p,l]=_(null),[$,d]=_(0),m=k(null),{run:f,running:g,error:y}=a();return S(()=>{$&&m.current?.focus()},[$]),s?c`
    <section ref=${m} tabindex="-1" aria-label=${o("apps.apps")}>
      ${!s.apps.length&&c`<p class="soft">${o("apps.none")}</p>`}
      <ul class="plain rows">
        ${s.apps.map(e=>c`
            <li class="row" key=${e.id}>
              <span class="claimed">
                <strong>${function({origin:e}){return"loopback"===e||"device"===e?o(`apps.kind_${e}`):e}(e)}</strong> ${e.name}<br />
                <span class="soft small">${function({scopes:e,since:t,last_used_at:n,expires_at:a}){const s=e=>r(e,{dateStyle:"medium"});return[...e.map(e=>o(`apps.short_${e}`)),o("apps.since",{time:s(t)}),o(n?"apps.used":"apps.never_used",{time:n?s(n):""}),o("apps.ends",{time:s(a)})].join(" · ")}(e)}</span>
              </span>
              <button type="button" onClick=${()=>l(e)} aria-label=${o("apps.revoke_named",{name:e.name})}>
                ${o("apps.revoke")}
              </button>
            </li>
          `)}
      </ul>
      ${p&&c`<${b} title=${o("apps.revoke_title",{name:p.name})} confirm=${o("apps.revoke")}
        onConfirm=${()=>f(async()=>{await t.client.delete("/me/apps/{app_id}",{params:{app_id:p?.id??0},patience:n}),l(null),d($+1),w(o("apps.revoked")),u()})} close=${()=>l(null)} running=${g} error=${y}>
        <p>${o("apps.revoke_text")}</p>
      <//>`}
    </section>
  `:c`<${P} error=${i} retry=${u} />`}const ne=Object.freeze(Object.defineProperty({__proto__:null,default:function(){x(),j(o("apps.apps"));const{account:e,state:n}=i(t.standing);return c`
    <div class="narrow">
      <h1>${o("apps.apps")}</h1>
      <p class="lead">${o("apps.apps_lead")}</p>
      ${e?c`<${te} key=${e.username} />`:c`<p>
            ${"loading"===n?o("common.loading"):c`<a class="button" href="/sign-in">${o("common.sign_in")}</a>`}
          </p>`}
      <p><a href="/me">${o("apps.to_account")}</a></p>
    </div>
  `}},Symbol.toStringTag,{value:"Module"}));function ae({onDone:e}){const n=G({username:"",password:""},async({username:n,password:a})=>{await t.signIn(n,a),e?.()});return c`
    <form class="panel" onSubmit=${n.onSubmit}>
      ${n.field("username",o("account.username"),{autocomplete:"username"})}
      ${n.field("password",o("account.password"),{type:"password",autocomplete:"current-password"})}
      ${n.fault}
      <p>
        <button type="submit" class="primary" aria-disabled=${n.running}>${o("common.sign_in")}</button>
      </p>
    </form>
  `}const oe=Object.freeze(Object.defineProperty({__proto__:null,SignInForm:ae,default:function(){x(),j(o("common.sign_in"));const{account:e}=i(t.standing);return c`
    <div class="narrow">
      <h1>${o("common.sign_in")}</h1>
      ${e?.is_guest&&c`<p class="notice">${o("account.guest_signs_in")}</p>`}
      <${ae} onDone=${()=>y("/me/games")} />
      <${N} />
      <h2>${o("account.register_title")}</h2>
      <p class="soft">${o("account.register_lead")}</p>
      <${R} onDone=${()=>y("/me")} />
      <h2>${o("account.stay_guest_title")}</h2>
      <p>${o("account.stay_guest")}</p>
      <p><a class="button" href="/">${o("start.play_now")}</a></p>
    </div>
  `}},Symbol.toStringTag,{value:"Module"})),se=()=>window.top!==window;function ce({app:e}){const t="web"===e.kind;return c`
    <dl class="terms">
      <div>
        <dt>${o("apps.asks")}</dt>
        <dd><strong>${t?e.origin:o(`apps.kind_${e.kind}`)}</strong></dd>
      </div>
      <div>
        <dt>${o("apps.claims")}</dt>
        <dd class="claimed">${e.name}</dd>
      </div>
    </dl>
    ${!t&&c`<p class="notice">${o("apps.unknown_program")}</p>`}
  `}function re({scopes:e,days:n}){const{account:a}=i(t.standing),s=r(new Date(Date.now()+864e5*n).toISOString(),{dateStyle:"long"});return c`
    <h2>${o("apps.may")}</h2>
    <ul>
      ${e.map(e=>c`<li key=${e}>${o(`apps.scope_${e}`)}</li>`)}
    </ul>
    <p>${o("apps.may_not")}</p>
    <p>${o("apps.until",{time:s})}</p>
    ${a?.is_guest&&c`<p class="notice">${o("apps.guest")}</p>`}
  `}function ie({allow:e,refuse:t,running:n,error:a}){const[r,i]=_(!1);return S(()=>{let e;const t=()=>{clearTimeout(e),i(!1)},n=()=>{t(),e=setTimeout(()=>i(!0),1e3)},a=Object.entries({focus:n,pageshow:n,blur:t});for(const[e,t]of a)addEventListener(e,t);return n(),()=>{clearTimeout(e);for(const[e,t]of a)removeEventListener(e,t)}},[]),c`
    ${a&&c`<${s} error=${a} />`}
    <p class="actions">
      <button type="button" class="primary big" aria-disabled=${!r||n} onClick=${u=e,()=>{r&&!n&&u()}}>
        ${o("apps.allow")}
      </button>
      <button type="button" class="big" aria-disabled=${n} onClick=${()=>!n&&t()}>${o("apps.refuse")}</button>
    </p>
  `;var u}function ue({children:e}){const{account:n,state:a}=i(t.standing);return n?c`<p class="soft">${o("apps.as",{name:n.username})}</p>
      ${e}`:"loading"===a?c`<p role="status">${o("common.loading")}</p>`:c`
    <h2>${o("apps.sign_in_first")}</h2>
    <${ae} />
    <p>
      <button type="button" onClick=${()=>t.needAccount()}>${o("apps.as_guest")}</button>
    </p>
  `}const pe=["client_id","redirect_uri","response_type","response_mode","code_challenge","code_challenge_method","scope","state","resource"];async function le(e){for(let t=1;;t+=1){try{return await e()}catch(e){if("client_document_pending"!==e.code||15===t)throw e}await new Promise(e=>setTimeout(e,1e3))}}const $e=Object.freeze(Object.defineProperty({__proto__:null,default:function({query:s}){x(),j(o("apps.title"));const r=Object.fromEntries(pe.flatMap(e=>s.has(e)?[[e,s.get(e)??""]]:[])),i=pe.some(e=>s.getAll(e).length>1),{data:u,error:p,reload:l}=e(e=>function(e,a){return le(()=>t.client.get("/oauth/authorize",{query:e,signal:a,patience:n}))}(r,e),[s.toString()]),{run:$,running:d,error:m}=a();return se()||i?c`<div class="narrow panel"><p class="fault" role="alert">${o("apps.cannot")}</p></div>`:u?c`
    <div class="narrow panel">
      <h1>${o("apps.title")}</h1>
      <${ce} app=${u.app} />
      <${re} scopes=${u.scopes} days=${u.expires_in_days} />
      <${ue}>
        <${ie} allow=${()=>$(async()=>{const{redirect_to:e}=await le(()=>t.client.post("/oauth/authorize",{body:r,patience:n}));location.assign(e)})} refuse=${()=>location.assign(u.refuse_url)} running=${d} error=${m} />
      <//>
    </div>
  `:c`<div class="narrow panel">
      <h1>${o("apps.title")}</h1>
      ${p&&c`<p>${o("apps.bad_request")}</p>`}
      <${P} error=${p} retry=${l} />
    </div>`}},Symbol.toStringTag,{value:"Module"}));function de({code:e,onFound:a}){const s=G({user_code:e},async({user_code:e})=>{const o=await t.client.post("/oauth/device/review",{body:{user_code:e},patience:n});a({code:e,device:o})});return c`
    <form onSubmit=${s.onSubmit}>
      <p class="lead">${o("apps.device_lead")}</p>
      ${s.field("user_code",o("apps.device_code"),{autocomplete:"off",maxlength:20})} ${s.fault}
      <p><button type="submit" class="primary big" aria-disabled=${s.running}>${o("account.continue")}</button></p>
    </form>
  `}function me({code:e,device:s,done:i}){const{run:u,running:p,error:l}=a(),$=a=>u(async()=>{const o={user_code:e,approve:a};await t.client.post("/oauth/device/decision",{body:o,patience:n}),i(a)}),d=r(s.requested_at,{timeStyle:"short"});return c`
    <p class="notice"><strong>${o("apps.device_warning")}</strong></p>
    <${ce} app=${s.app} />
    <p>${o("apps.device_since",{time:d})}</p>
    <${re} scopes=${s.scopes} days=${s.expires_in_days} />
    <${ie} allow=${()=>$(!0)} refuse=${()=>$(!1)} running=${p} error=${l} />
  `}const _e=Object.freeze(Object.defineProperty({__proto__:null,default:function({fragment:e}){x(),j(o("apps.device_title"));const[t,n]=_(null),[a,s]=_("");if(se())return c`<div class="narrow panel"><p class="fault" role="alert">${o("apps.cannot")}</p></div>`;const r=[...e.keys()][0]??"";return c`
    <div class="narrow panel">
      <h1>${o("apps.device_title")}</h1>
      <${ue}>
        ${a?c`<p class="notice" role="status">${a}</p>`:t?c`<${me} ...${t} done=${e=>{const t=o(e?"apps.device_approved":"apps.device_refused");s(t),w(t)}} />`:c`<${de} code=${r} onFound=${n} />`}
      <//>
    </div>
  `}},Symbol.toStringTag,{value:"Module"})),fe=["read","play","account"];function ge({query:e}){const r=(e.get("scopes")??"read,play").split(",").filter(e=>"read"===e||"play"===e),[i,u]=_(r),[p,l]=_((e.get("name")??"").slice(0,60)),[$,d]=_(""),{run:m,running:g,error:b}=a();return $?c`
      <p class="notice" role="status">${o("apps.token_ready")}</p>
      <div class="field">
        <label for="secret">${o("apps.token")}</label>
        <input id="secret" class="claimed" readonly value=${$} onFocus=${({target:e})=>e.select()} />
      </div>
      <p><a href="/me">${o("apps.to_account")}</a></p>
    `:c`
    <form onSubmit=${f(()=>i.length&&m(async()=>{const e={name:p,scopes:fe.filter(e=>i.includes(e))},a=await t.client.post("/tokens",{body:e,patience:n});d(a.secret)}))}>
      <div class="field">
        <label for="name">${o("apps.token_name")}</label>
        <input
          id="name"
          required
          maxlength=${60}
          value=${p}
          autocomplete="off"
          onInput=${({target:e})=>l(e.value)}
        />
      </div>
      <fieldset>
        <legend>${o("apps.may")}</legend>
        ${fe.map(e=>c`<${h} key=${e} label=${o(`apps.scope_${e}`)} isOn=${i.includes(e)} set=${(e=>t=>u(t?[...i,e]:i.filter(t=>t!==e)))(e)} />`)}
        <p class="hint">${o("apps.token_hosts")}</p>
      </fieldset>
      ${b&&c`<${s} error=${b} />`}
      <p>
        <button type="submit" class="primary big" aria-disabled=${g||!i.length}>${o("apps.token_create")}</button>
      </p>
    </form>
  `}const be=Object.freeze(Object.defineProperty({__proto__:null,default:function({query:e}){return x(),j(o("apps.token_title")),se()?c`<div class="narrow panel"><p class="fault" role="alert">${o("apps.cannot")}</p></div>`:c`
    <div class="narrow panel">
      <h1>${o("apps.token_title")}</h1>
      <p class="lead">${o("apps.token_lead")}</p>
      <${ue}><${ge} query=${e} /><//>
    </div>
  `}},Symbol.toStringTag,{value:"Module"}));export{ee as a,ne as b,$e as c,_e as d,be as n,oe as s};
