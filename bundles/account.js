import{a as e,s as t,R as n,U as a,t as o,E as s,h as c,q as r,k as i,f as u,S as l,a1 as p,ae as $,af as d,H as m,o as _,d as f,g,ag as w,Q as b,x as h,ah as y,c as v,T as k,A as x,N as S,e as C,w as j,j as O,ac as D,ad as q,Y as G,ai as I}from"./main.js";function z(){const{data:i,error:u,reload:l}=e(e=>t.client.get("/me/blocks",{signal:e,patience:n}),[]),{run:p,running:$,error:d}=a(),m=i?.blocks;return c`
    <section>
      <h2>${o("account.blocked")}</h2>
      ${(u||d)&&c`<${s} error=${u??d} retry=${l} />`}
      ${0===m?.length&&c`<p class="soft">${o("account.none_blocked")}</p>`}
      <ul class="plain">
        ${m?.map(({player:e,at:a})=>c`
            <li class="row" key=${e}>
              <span>${e} <span class="soft small">${r(a,{dateStyle:"medium"})}</span></span>
              <button type="button" onClick=${()=>{return a=e,p(async()=>{await t.client.delete("/me/blocks/{username}",{params:{username:a},patience:n}),l()});var a}} aria-disabled=${$}>
                ${o("start.unblock",{name:e})}
              </button>
            </li>
          `)}
      </ul>
    </section>
  `}function P(){const{language:e,theme:t}=i(u);return c`
    <div class="panel">
      <${l}
        label=${o("account.language")}
        options=${[{value:"",label:o("account.language_auto")},...Object.entries($).map(([e,t])=>({value:e,label:t}))]}
        value=${e}
        onChange=${async e=>{await d(e),u.change({language:e})}}
      />
      <${p}
        legend=${o("start.theme")}
        options=${["","light","dark"].map(e=>({value:e,label:o(`account.theme_${e||"auto"}`)}))}
        value=${t}
        onChange=${e=>u.change({theme:e})}
      />
    </div>
  `}const A={username_taken:"username",username_reserved:"username",password_too_weak:"password",wrong_credentials:"password",wrong_password:"current_password",display_name_refused:"display_name",invalid_code:"code"},B={username:"account.username_hint",password:"account.password_hint",new_password:"account.password_hint",email:"account.email_wrong"};function M(e,t){const[n,o]=f(e),{run:r,running:i,error:u}=a(),l=Object.keys(e).some(e=>R(u,e));return{field:(e,t,a)=>c`<${N}
    name=${e}
    label=${t}
    value=${n[e]}
    onInput=${t=>o(n=>({...n,[e]:t}))}
    wrong=${R(u,e)}
    ...${a}
  />`,fault:u&&!l&&c`<${s} error=${u} />`,onSubmit:g(()=>r(()=>t(n))),running:i,clear:()=>o(e)}}function N({label:e,name:t,value:n,onInput:a,wrong:o,hint:s,type:r="text",...i}){const u=w();return c`
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
  `}function R(e,t){if(!(e instanceof m))return"";if("new_password"===t&&"password_too_weak"===e.code)return _(e);if(A[e.code]===t)return _(e);const n=e.errors.find(({pointer:e})=>e===`/${t}`),a=B[t];return n&&a?o(a):n?.detail??""}function T({isGuest:e}){const[s,r]=f(""),{run:i,running:u,error:l}=a(),p=()=>{t.forget(),h("/")},$=()=>r("");return c`
    <section>
      <h2>${o(e?"account.leave":"account.sign_out")}</h2>
      <p>${o(e?"account.forget_guest":"account.forget_hint")}</p>
      <p class="actions">
        <button type="button" class="danger" onClick=${()=>r("here")}>${o("account.forget")}</button>
        ${!e&&c`<button type="button" class="danger" onClick=${()=>r("everywhere")}>
          ${o("account.sign_out_everywhere")}
        </button>`}
      </p>
      ${"here"===s&&c`<${b} title=${o("account.forget_title")} confirm=${o("account.forget_confirm")} onConfirm=${p} close=${$}>
        <p>${o(e?"account.forget_guest":"account.forget_hint")}</p>
      <//>`}
      ${"everywhere"===s&&c`<${b} title=${o("account.sign_out_everywhere_title")} confirm=${o("account.sign_out_everywhere_confirm")}
        onConfirm=${()=>i(async()=>{await t.client.delete("/tokens",{patience:n}),p()})} close=${$} running=${u} error=${l}>
        <p>${o("account.sign_out_everywhere_text")}</p>
      <//>`}
    </section>
  `}function U({username:e,isGuest:n}){const[r,i]=f(!1),{run:u,running:l,error:p}=a(),{run:$,running:d,error:m}=a(),_=()=>u(async()=>{y(JSON.stringify(await async function(){const e={};for(let n;;){const a=void 0===n?{}:{after:n},{next:o,...s}=await t.client.get("/me/export",{query:a});for(const[t,n]of Object.entries(s))e[t]=Array.isArray(n)?[...e[t]??[],...n]:n;if(!o)return e;n=new URL(o,location.href).searchParams.get("after")??void 0}}(),null,2),`gofish-${e}.json`),v(o("account.exported"))});return c`
    <section>
      <h2>${o("account.own_data")}</h2>
      <p>${o("account.export_hint")}</p>
      ${p&&c`<${s} error=${p} retry=${_} />`}
      <p>
        <button type="button" onClick=${_} aria-disabled=${l}>
          ${o(l?"account.exporting":"account.export")}
        </button>
      </p>
      <p>${o(n?"account.close_guest_hint":"account.close_account_hint")}</p>
      <p>
        <button type="button" class="danger" onClick=${()=>i(!0)}>${o("account.close_account")}</button>
      </p>
      ${r&&c`<${b} title=${o("account.close_account_title")} confirm=${o("account.close_account_confirm")}
        onConfirm=${()=>$(async()=>{await t.client.delete("/me"),t.forget(),h("/"),v(o("account.account_closed"))})} close=${()=>i(!1)} running=${d} error=${m}>
        <p>${o("account.close_account_text")}</p>
      <//>`}
    </section>
  `}function E({username:e,onChanged:a}){const[s,r]=f(!1),i=M({current_password:"",new_password:""},async e=>{r(!1),await t.client.post("/me/password",{body:e,patience:n}),i.clear(),r(!0),v(o("account.password_is_changed")),a()});return c`
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
  `}function H(){const[e,a]=f("email"),s=M({email:"",code:"",new_password:""},async({email:o,code:s,new_password:c})=>{if("email"===e)await t.client.post("/password/reset",{body:{email:o},patience:n}),a("code");else{const e={code:s.trim(),new_password:c};await t.client.post("/password/reset/confirm",{body:e,patience:n}),a("done")}});return"done"===e?c`<p class="notice" role="status">${o("account.password_changed")}</p>`:c`
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
  `}function J(){const[e,r]=f(!1),{run:i,running:u,error:l}=a(),p=M({code:""},async({code:e})=>{await t.client.post("/email/verify",{body:{code:e.trim()},patience:n}),await t.refresh()});return c`
    <section>
      <h2>${o("account.confirm_email")}</h2>
      <form class="panel" onSubmit=${p.onSubmit}>
        ${p.field("code",o("start.code"),{autocomplete:"one-time-code",hint:o("account.confirm_email_hint")})}
        ${p.fault} ${l&&c`<${s} error=${l} />`}
        ${e&&c`<p role="status">${o("account.code_sent")}</p>`}
        <p class="actions">
          <button type="submit" aria-disabled=${p.running}>${o("account.continue")}</button>
          <button type="button" class="quiet" onClick=${()=>i(async()=>{await t.client.post("/me/email/verification",{patience:n}),r(!0)})} aria-disabled=${u}>
            ${o("account.send_again")}
          </button>
        </p>
      </form>
    </section>
  `}function L({onDone:e}){const a=M({username:"",password:"",email:""},async({username:a,password:o,email:s})=>{const c={username:a,password:o,...s&&{email:s}};t.account?.is_guest?(await t.client.post("/me/register",{body:c,patience:n}),await t.refresh()):t.take(await t.client.post("/accounts",{body:c,patience:n})),e()});return c`
    <form class="panel" onSubmit=${a.onSubmit}>
      ${a.field("username",o("account.new_username"),{autocomplete:"username",hint:o("account.username_hint"),maxlength:30})}
      ${a.field("password",o("account.new_password"),{type:"password",autocomplete:"new-password",hint:o("account.password_hint")})}
      ${a.field("email",o("account.email"),{type:"email",autocomplete:"email",hint:o("account.email_hint"),isOptional:!0})}
      ${a.fault}
      <p><button type="submit" aria-disabled=${a.running}>${o("account.register")}</button></p>
    </form>
  `}function Q(){const{data:i,error:u,reload:l}=e(e=>t.client.get("/tokens",{signal:e,patience:n}),[]),[p,$]=f(null),[d,m]=f(0),_=k(null),{run:g,running:w,error:h}=a();x(()=>{d&&_.current?.focus()},[d]);const y=i?.tokens;return c`
    <section>
      <h2 ref=${_} tabindex="-1">${o("account.tokens")}</h2>
      <p class="soft">${o("account.tokens_lead")}</p>
      ${u&&c`<${s} error=${u} retry=${l} />`}
      <ul class="plain rows">
        ${y?.map(e=>c`
            <li class="row" key=${e.id}>
              <span>
                ${Y(e)} ${F(e)&&c`<span class="badge">${o("account.this_device")}</span>`}
                <br /><span class="soft small">${function({created_at:e,last_used_at:t,expires_at:n}){const a=e=>r(e,{dateStyle:"medium"});return[o("account.token_created",{time:a(e)}),t&&o("account.token_used",{time:a(t)}),o("account.token_expires",{time:a(n)})].filter(Boolean).join(" · ")}(e)}</span>
              </span>
              ${!F(e)&&c`<button type="button" onClick=${()=>$(e)} aria-label=${o("account.revoke_named",{name:Y(e)})}>
                ${o("account.revoke")}
              </button>`}
            </li>
          `)}
      </ul>
      ${p&&c`<${b} title=${o("account.revoke_title",{name:Y(p)})} confirm=${o("account.revoke")}
        onConfirm=${()=>g(async()=>{const e={token_id:p?.id??0};await t.client.delete("/tokens/{token_id}",{params:e,patience:n}),$(null),m(d+1),v(o("account.token_revoked")),l()})} close=${()=>$(null)} running=${w} error=${h}>
        <p>${o("account.revoke_text")}</p>
      <//>`}
    </section>
  `}const W={browser:"account.token_browser",phone:"account.token_phone","first token":"account.token_first"};function Y({name:e,prefix:t}){const n=W[e];return n?o(n):e||t}function F({prefix:e}){return t.client.token?.startsWith(e)??!1}function K({onDone:e}){return c`
    <section>
      <h2>${o("account.guest_title")}</h2>
      <p>${o("account.guest_lead")}</p>
      <${L} onDone=${e} />
    </section>
  `}function V(){const e=G(),{run:t,running:n,error:r}=a(),[i,u]=f(!1),l=r instanceof m&&r.status<500&&429!==r.status;return c`
    <form class="panel" onSubmit=${g(()=>t(async()=>{u(!1),await e.save(),u(!0),v(o("account.display_name_saved"))}))}>
      <${I} identity=${e} wrong=${l?R(r,"display_name")||_(r):""} />
      ${r&&!l&&c`<${s} error=${r} />`}
      <p><button type="submit" aria-disabled=${n}>${o("account.save")}</button></p>
      ${i&&c`<p class="hint">${o("account.display_name_saved")}</p>`}
    </form>
  `}const X=Object.freeze(Object.defineProperty({__proto__:null,default:function(){S(),C(o("account.account"));const{account:e,state:n}=i(t.standing),{unread:a}=i(j),[s,r]=f(!1),[u,l]=f(0);return c`
    <div class="narrow">
      <h1>
        ${e?c`<${O} name=${D(q(e))} player=${q(e)} />`:o("account.account")}
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
          <a class="button" href="/me/notices">
            ${o("start.notices")}
            ${a>0&&c`<span class="badge">${o("account.unread",{count:a})}</span>`}
          </a>
        </p>
        ${s&&c`<p class="notice" role="status">${o("account.is_registered")}</p>`}
        ${e.is_guest&&c`<${K} onDone=${()=>r(!0)} />`}
        ${e.email&&!e.is_email_verified&&c`<${J} />`}
        <section>
          <h2>${o("account.display_name")}</h2>
          <${V} key=${e.username} />
        </section>
      `}
      <section>
        <h2>${o("account.this_device")}</h2>
        <${P} />
      </section>
      ${e&&c`
        <${z} />
        ${!e.is_guest&&c`
          <${E} username=${e.username} onChanged=${()=>l(u+1)} />
          <${Q} key=${u} />
        `}
        <${T} isGuest=${e.is_guest} />
        <${U} username=${e.username} isGuest=${e.is_guest} />
      `}
    </div>
  `}},Symbol.toStringTag,{value:"Module"}));function Z(){const e=M({username:"",password:""},async({username:e,password:n})=>{await t.signIn(e,n),h("/me/games")});return c`
    <form class="panel" onSubmit=${e.onSubmit}>
      ${e.field("username",o("account.username"),{autocomplete:"username"})}
      ${e.field("password",o("account.password"),{type:"password",autocomplete:"current-password"})}
      ${e.fault}
      <p>
        <button type="submit" class="primary" aria-disabled=${e.running}>${o("common.sign_in")}</button>
      </p>
    </form>
  `}const ee=Object.freeze(Object.defineProperty({__proto__:null,default:function(){S(),C(o("common.sign_in"));const{account:e}=i(t.standing);return c`
    <div class="narrow">
      <h1>${o("common.sign_in")}</h1>
      ${e?.is_guest&&c`<p class="notice">${o("account.guest_signs_in")}</p>`}
      <${Z} />
      <${H} />
      <h2>${o("account.register_title")}</h2>
      <p class="soft">${o("account.register_lead")}</p>
      <${L} onDone=${()=>h("/me")} />
      <h2>${o("account.stay_guest_title")}</h2>
      <p>${o("account.stay_guest")}</p>
      <p><a class="button" href="/">${o("start.play_now")}</a></p>
    </div>
  `}},Symbol.toStringTag,{value:"Module"}));export{X as a,ee as s};
