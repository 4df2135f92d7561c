import{an as s,d as e,T as t,A as a,s as n,V as l,Y as c,ao as o,L as r,h as i,t as u,u as $,c as p,n as d,U as b,k as m,z as g,H as h,e as f,Z as _,q as y,g as v,ap as k,aq as w,ar as C,aj as S,f as x,v as I,G as z,P as M,a8 as j,a6 as D,X as P,C as q,p as E,as as N,a as O,r as A,Q as T,D as K,m as L,w as B,at as U}from"./main.js";import{P as V,L as F}from"./early.js";const R=s=>({params:{class_id:s},patience:c}),X=(s,e)=>n.client.post("/classes/{class_id}/direct",{...R(s),body:{action:e}}),Y=(s,e)=>n.client.post("/classes/{class_id}/tables",{...R(s),body:e}),H=(s,e={})=>n.client.post("/classes/{class_id}/start",{...R(s),body:e});async function G(s,e={}){const t=await n.client.post("/classes/{class_id}/codes",{...R(s),body:e});return J(s,t),t}const Q=({sign_in_until:s})=>null!==s&&Date.parse(s)>n.client.now(),Z=new s(new Map);function J(s,{codes:e=[],party_code:t=null}){const a=Z.value.get(s)??{codes:[],partyCode:null},n=[...a.codes.filter(({place:s})=>!(s=>e.some(e=>e.place===s))(s)),...e].sort((s,e)=>s.place-e.place);Z.set(new Map(Z.value).set(s,{codes:n,partyCode:t??a.partyCode}))}function W(s,c,i){const[u,$]=e({}),p=t(null),d=t(0),b=t(!1),m=t(!1),g=async()=>{if(b.current)return;b.current=!0;const e=d.current;try{const t=await n.client.request("GET",s,{...R(c),...p.current&&{etag:p.current}});if(m.current=!1,d.current!==e)return;304!==t.status?(p.current=t.etag,$({data:t.data})):$(({data:s})=>({...void 0!==s&&{data:s}}))}catch(s){o(s),m.current=s instanceof r&&!s.isTemporary,d.current===e&&$(({data:e})=>({...void 0!==e&&!m.current&&{data:e},error:s}))}finally{b.current=!1}};return a(()=>(n.ready.then(g),()=>{d.current+=1}),[c]),l(()=>m.current||g(),i),{data:u.data,error:u.error,look:g,show:s=>{d.current+=1,p.current=null,$({data:s})}}}
/*! lean-qr 2.7.4, MIT License: qrcode.LICENSE.txt */const ss=[.2,3/8,5/9,2/3],es=(s,e)=>t=>{const a=4*s+t-4,n="*-04-39?2$%%$%%'$%''%'''%')(%'))%(++'(++'(+.'+-.',/3',33)-/5)-43).36)058*18<+37<+4:<,4:E,5<A-7>C/8@F/:EH/<EK0=FM1?IP2@KS3BNV4DPY5FS\\6HV_6IXb7K[e8N^i9Pam;Rdp<Tgt".charCodeAt(a)-35,l=a>8?n:1,c=e/l|0,o=e%l,r=l-o,i=a>8?c*ss[t]+(s>5)&-2:n,u=c-i;return{t:r*u+o*u+o,o:[[r,u],[o,u+1]],i}},ts=s=>new Uint8Array(s),as=s=>{const e=new Error(`lean-qr error ${s}`);throw e.code=s,e},ns=s=>"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".indexOf(s),ls=s=>s.charCodeAt(0),cs=s=>(e,t)=>{e.push(4,4),e.push(s.length,8+8*(t>9)),s.forEach(s=>e.push(s,8))},os=(s,e,t,a,n=(s,e)=>t(s.length,e),l=(a?e=>((...s)=>(e,t)=>s.forEach(s=>s(e,t)))((s=>e=>{e.eci!==s&&(e.push(7,4),s<128?e.push(s,8):s<16384?e.push(32768|s,16):e.push(12582912|s,24),e.eci=s)})(a),s(e)):s))=>(l.test=e,l.l=t,l.est=n,l.eci=a&&[a],l),rs=os(s=>(e,t)=>{e.push(1,4),e.push(s.length,10+2*(t>26)+2*(t>9));let a=0;for(;a<s.length-2;a+=3)e.push(+s.slice(a,a+3),10);a<s.length-1?e.push(+s.slice(a),7):a<s.length&&e.push(+s[a],4)},s=>/[0-9]/.test(s),(s,e)=>14+2*(e>26)+2*(e>9)+10*s/3),is=os(s=>(e,t)=>{e.push(2,4),e.push(s.length,9+2*(t>26)+2*(t>9));let a=0;for(;a<s.length-1;a+=2)e.push(45*ns(s[a])+ns(s[a+1]),11);a<s.length&&e.push(ns(s[a]),6)},s=>ns(s)>=0,(s,e)=>13+2*(e>26)+2*(e>9)+5.5*s),us=os(s=>cs([...s].map(ls)),s=>ls(s)<128,(s,e)=>12+8*(e>9)+8*s);us._=!0,us.u=!0;const $s=os(us,s=>ls(s)<256,us.l,3);$s._=!0;const ps=new TextEncoder,ds=os(s=>cs(ps.encode(s)),()=>1,0,26,(s,e)=>12+8*(e>9)+8*ps.encode(s).length);ds._=!0;let bs=()=>{const s=new Map,e=new TextDecoder("sjis"),t=ts(2);for(let a=0;a<7973;++a)t[0]=a/192+129+64*(a>5951),t[1]=a%192+64,s.set(e.decode(t),a);return s.delete("�"),bs=()=>s,s};const ms=os(s=>(e,t)=>{e.push(8,4),e.push(s.length,8+2*(t>26)+2*(t>9));for(const t of s)e.push(bs().get(t),13)},s=>bs().has(s),(s,e)=>12+2*(e>26)+2*(e>9)+13*s);ms._=!0;const gs=[rs,is,us,$s,ms,ds],hs=()=>({F:ts(2956),I:0,push(s,e){for(let t=e,a=8-(7&this.I);t>0;t-=a,a=8)this.F[this.I>>3]|=s<<a>>t,this.I+=t<a?t:a}}),fs=(s,e=s*s,t=ts(e))=>({size:s,K:t,get:(e,a)=>e>=0&&e<s&&!!(1&t[a*s+e]),toString({on:e="##",off:t="  ",lf:a="\n",pad:n=4,padX:l=n,padY:c=n}={}){let o="";for(let n=-c;n<s+c;++n){for(let a=-l;a<s+l;++a)o+=this.get(a,n)?e:t;o+=a}return o},toImageData(e,{on:t=[0,0,0],off:a=[0,0,0,0],pad:n=4,padX:l=n,padY:c=n}={}){const o=s+2*l,r=s+2*c,i=e.createImageData(o,r),u=new Uint32Array(i.data.buffer);i.data.set([...t,255]);const $=u[0];i.data.set([...a,255]);const p=u[0];for(let s=0;s<r;++s)for(let e=0;e<o;++e)u[s*o+e]=this.get(e-l,s-c)?$:p;return i},toCanvas(s,e){const t=s.getContext("2d"),a=this.toImageData(t,e);s.width=a.width,s.height=a.height,t.putImageData(a,0,0)},toDataURL({type:s="image/png",scale:e=1,...t}={}){const a=document.createElement("canvas"),n=a.getContext("2d"),l=this.toImageData(n,t);return a.width=l.width*e,a.height=l.height*e,n.putImageData(l,0,0),n.imageSmoothingEnabled=!1,n.globalCompositeOperation="copy",n.drawImage(a,0,0,l.width,l.height,0,0,a.width,a.height),a.toDataURL(s,1)}}),_s=[(s,e)=>1&(s^e),(s,e)=>1&e,s=>s%3,(s,e)=>(s+e)%3,(s,e)=>1&(s/3^e>>1),(s,e)=>(s&e&1)+s*e%3,(s,e)=>(s&e)+s*e%3&1,(s,e)=>(s^e)+s*e%3&1],ys=ts(511);for(let s=0,e=1;s<255;e=2*e^285*(e>127))ys[ys[e+255]=s++]=e;const vs=s=>ys[s%255],ks=s=>ys[s+255],ws=(s,e)=>{const t=ts(s.length+e.length-1);for(let a=0;a<s.length;++a)for(let n=0;n<e.length;++n)t[a+n]^=vs(s[a]+e[n]);return t.map(ks)},Cs=(s,e)=>{const t=ts(s.length+e.length-1);t.set(s,0);for(let a=0;a<s.length;++a)if(t[a]){const s=ks(t[a]);for(let n=0;n<e.length;++n)t[a+n]^=vs(e[n]+s)}return t.slice(s.length)},Ss=[[0],[0,0]];for(let s=1;s<30;++s)Ss.push(ws(Ss[s],[0,s]));const xs=(s,e)=>{const t=[[],[]];let a=0,n=0;for(const[l,c]of e.o)for(let o=0;o<l;++o,a+=c){const l=s.slice(a,a+c);t[0].push(l),t[1].push(Cs(l,Ss[e.i])),n+=c+e.i}const l=ts(n);n=0;for(const s of t)for(let e=0,t=-1;t<n;++e){t=n;for(const t of s)e<t.length&&(l[n++]=t[e])}return l},Is=(s,e,t)=>{let a=s<<=t;for(let s=134217728;s>>=1;)a&s&&(a^=e*(s>>t));return a|s},zs=({size:s,K:e},t)=>{const a=(t,a,n,l)=>{for(;n-- >0;t+=s)e.fill(l,t,t+a)},n=(e,t,n)=>{for(let l=0;l++<3;n-=2)a(t*s+e-(n>>1)*(s+1),n,n,2|l)},l=2*((s-13)/(1+(t/7|0))/2+.75|0);if(t>1)for(let e=s-7;e>8;e-=l){for(let s=e;s>8;s-=l)n(e,s,5);e<s-7&&n(e,6,5)}if(t>6)for(let a=Is(t,7973,12),n=1;n<7;++n)for(let t=12;t-- >9;a>>=1)e[n*s-t]=2|1&a;a(7,2,9,2),a(s-8,8,9,2);for(let t=0;t<s;++t)e[6*s+t]=3^1&t;n(3,3,7),n(s-4,3,7);for(let t=0;t<s;++t)for(let a=t;a<s;++a)e[a*s+t]=e[t*s+a];e[(s-8)*s+8]=3},Ms=({size:s,K:e})=>{const t=[];for(let a=s-2,n=s,l=-1;a>=0;a-=2){for(5===a&&(a=4);n+=l,-1!==n&&n!==s;){const l=n*s+a;e[l+1]||t.push(l+1),e[l]||t.push(l)}l*=-1}return t},js=({K:s},e,t)=>e.forEach((e,a)=>s[e]=t[a>>3]>>(7&~a)&1),Ds=({size:s,K:e},t,a,n)=>{for(let a=0;a<s;++a)for(let n=0;n<s;++n){const l=a*s+n;e[l]^=!(t(n,a)||2&e[l])}let l=21522^Is((1^n)<<3|a,1335,10);for(let t=0;t++<8;l>>=1)e[(t-(t<7))*s+8]=1&l,e[9*s-t]=1&l;for(let t=8;--t,l;l>>=1)e[8*s+t-(t<7)]=1&l,e[(s-t)*s+8]=1&l},Ps=({size:s,K:e},t=0,a=0)=>{for(let n=0;n<s;++n){for(let l=0;l<2;++l)for(let c,o=0,r=0,i=2;o<s;++o){const u=1&e[l?n*s+o:o*s+n];a+=u,r=(r>>1|2098176)&(3047517^u-1),2049&r&&(t+=40),u^i&&(c=0),i=u,t+=5===++c?3:c>5}if(n)for(let a=s+n,l=5*e[n-1]^e[n];a<s*s;a+=s){const s=5*e[a-1]^e[a];t+=3*!(1&(l|s)|4&(l^s)),l=s}}return t+10*(10*Math.abs(a/(s*s)-1)|0)},qs=[],Es=(s=as(1),{minCorrectionLevel:e=0,maxCorrectionLevel:t=3,minVersion:a=1,maxVersion:n=40,mask:l,trailer:c=60433,...o}={})=>{t<e&&as(3),n<a&&as(2),"string"==typeof s&&(s=((s,{modes:e=gs}={})=>(t,a)=>{const n=e.map((e,t)=>{const n=new Map,l=(s,e)=>(n.has(s)||n.set(s,e(s,a)),n.get(s));return{m:e,h:1<<t,C:e.est("",a),S:e.l?(s,t)=>l(t-s,e.l):(t,a)=>l(s.slice(t,a),e.est)}});let l=[{v:0}],c=0,o=0,r=-1;for(const e of[...s,""]){let s=0;if(e)for(const t of n)t.m.test(e)&&(s|=t.h);if(!e||s!==r){if(-1!==r){const s=new Set(l.map(s=>s.D)),e=[];for(const{m:t,C:a,S:i,h:u}of n)if(r&u){const n=i(c,o);for(const r of t.eci??s)if(!t.u||!r){let s;for(const e of l)if(e.D===r||t.eci){const l=e.m===t&&e.D===r,u=l?e.V:e,$=t._&&l?e.v+n-a:u.v+12*(u.D!==r)+(l?i(l?e.$:c,o):n);(!s||$<s.v)&&(s={$:l?e.$:c,V:u,m:t,D:r,A:o,v:$})}s&&e.push(s)}}l=e}r=s,c=o}o+=e.length}l.length||as(5);const i=[];for(let e=l.reduce((s,e)=>e.v<s.v?e:s);e.m;e=e.V)i.push(e.m(s.slice(e.$,e.A)));i.reverse().forEach(s=>s(t,a))})(s,o));for(let o=a,r=0;o<=n;++o){let a=qs[o];a||(qs[o]=a=fs(4*o+17),zs(a,o),a.p=Ms(a));const n=es(o,a.p.length>>3);if(8*n(e).t<r)continue;const i=hs();s(i,o),r=i.I;for(let s=t;s>=e;--s){const e=n(s);if(8*e.t<r)continue;for(i.I=r+11&-8;i.I<8*e.t;)i.push(c,16);const t=fs(a.size,a.K);return js(t,a.p,xs(i.F,e)),(_s[l]?[_s[l]]:_s).map((e,a)=>{const n=fs(t.size,t.K);return Ds(n,e,l??a,s),n.s=_s[l]?0:Ps(n),n}).reduce((s,e)=>e.s<s.s?e:s)}}as(4)};Es.with=(...s)=>(e,t)=>Es(e,{modes:[...gs,...s],...t});const Ns=s=>`${s.slice(0,5)}-${s.slice(5)}`,Os=()=>`${location.host}/class`;function As({code:s,label:e=u("classes.qr",{code:Ns(s)})}){const t=Es((s=>`${location.origin}/class#${s}`)(s),{minCorrectionLevel:1}),{size:a}=t;let n="";for(let s=0;s<a;s++)for(let e=0;e<a;e++)t.get(e,s)&&(n+=`M${e} ${s}h1v1h-1z`);return i`<svg class="qr" viewBox=${`-4 -4 ${a+8} ${a+8}`} role="img" aria-label=${e} shape-rendering="crispEdges">
    <path fill="#fff" d=${`M-4 -4h${a+8}v${a+8}h-${a+8}z`} /><path fill="#000" d=${n} />
  </svg>`}const Ts=()=>$(new URL("./classes.css",import.meta.url));function Ks(s,t){const[,l]=e(0);return a(()=>{if(!s||t)return;const e=setInterval(()=>l(s=>s+1),1e3);return()=>clearInterval(e)},[s,t]),!s||t?null:Math.max(Math.ceil((Date.parse(s)-n.client.now())/1e3),0)}function Ls({endsAt:s,isPaused:e}){const t=Ks(s,e),n=0===t;return a(()=>{n&&p(u("classes.time_is_up"))},[n]),null===t?null:n?i`<strong>${u("classes.time_is_up")}</strong>`:i`<span role="timer" class="time-left">${u("classes.time_left",{time:Us(t)})}</span>`}function Bs({endsAt:s,isPaused:e}){const t=Ks(s,e);return null===t?null:i`<span class="time-left"> · ${Us(t)}</span>`}const Us=s=>`${d(Math.floor(s/60))}:${String(s%60).padStart(2,"0")}`;function Vs({scanned:s,wasSignedOut:t}){f(u("classes.enter_title"));const[l,o]=e(s),[$,p]=e(null),{run:d,running:b,error:m}=_(),g=async()=>{const s=await n.client.post("/class_names",{body:{code:l},patience:c});return!!s.names.length&&(await Ys(s.language),p(s),!0)},h=s=>d(async()=>{if(s||!await g())try{const e=await n.client.post("/class_sign_in",{body:{code:l,...s&&{name:s}},patience:c});n.enterClass({token:e.token,classId:e.class_id,name:e.name,code:e.code})}catch(s){throw s instanceof r&&"name_taken_in_class"===s.code&&await g(),s}});return a(()=>{s&&h(null)},[]),$?i`<div class="narrow class-entrance">
      <h1>${$.name}</h1>
      <p class="lead">${u("classes.choose_name")}</p>
      ${m&&i`<p class="fault" role="alert">${y(m)}</p>`}
      <ul class="plain class-names">
        ${$.names.map(s=>i`<li key=${s}><button type="button" class="big" aria-disabled=${b} onClick=${()=>h(s)}>${s}</button></li>`)}
      </ul>
      <p class="actions"><button type="button" class="quiet" onClick=${()=>d(g)}>${u("classes.other_names")}</button></p>
    </div>`:i`<form class="narrow class-entrance" onSubmit=${v(()=>h(null))}>
    <h1>${u("classes.enter_title")}</h1>
    ${t&&i`<p class="notice" role="alert">${u("classes.signed_out")}</p>`}
    <p class="lead">${u("classes.enter_lead")}</p>
    <div class="field">
      <label for="class-code">${u("classes.code")}</label>
      <input id="class-code" class="class-code" value=${l} required minlength="10" maxlength="20" autocomplete="off" autocapitalize="characters"
        spellcheck=${!1} aria-describedby="class-code-hint" onInput=${s=>o(s.currentTarget.value)} />
      <p class="hint" id="class-code-hint">${u("classes.code_hint")}</p>
    </div>
    ${m&&i`<p class="fault" role="alert">${y(m)}</p>`}
    <p><button type="submit" class="primary big" aria-disabled=${b}>${u("classes.enter")}</button></p>
  </form>`}function Fs({pupil:s,leave:n}){const{data:l,error:c,look:o}=W("/classes/{class_id}/mine",s.classId,2500),$=function(){const[s,t]=e({of:null});return a(()=>{const s=k("/games/any"),e=()=>s&&w(s).then(s=>t({of:s}),()=>{setTimeout(e,2500)});e()},[]),s.of}(),d=l?.game??null,b=l?.paused??!1,m=l?.language;a(()=>{m&&Ys(m)},[m]),a(()=>{d&&p(u("classes.game_begins")),scrollTo(0,0)},[d]);const g=t(!1);a(()=>{b!==g.current&&p(u(b?"classes.paused_pupil":"classes.goes_on")),g.current=b},[b]);const f="over"===l?.status||c instanceof r&&404===c.status;return a(()=>{f&&o()},[f]),f?i`<${Xs} leave=${n} />`:i`
    ${b&&i`<p class="class-paused">${u("classes.paused_pupil")}</p>`}
    ${Boolean(c)&&!l&&i`<${h} error=${c} />`}
    ${l&&d&&$?i`<p class="class-line">
            <span>${u("classes.round_and_table",{round:l.round,table:l.table??0})}</span>
            <${Ls} endsAt=${"playing"===l.status?l.round_ends_at:null} isPaused=${b} />
          </p>
          <${$} key=${d} params=${{id:d}} fragment=${new URLSearchParams} query=${new URLSearchParams} />`:i`<${Rs} mine=${l} pupil=${s} leave=${n} />`}
  `}function Rs({mine:s,pupil:e,leave:t}){f(u("classes.class_title"));const a=null!=s?.table&&["formed","playing"].includes(s.status),n=a?u("classes.your_table",{table:s?.table??0}):u("classes.you_are_in");return i`<div class="narrow class-waiting">
    <h1>${s?.name??u("classes.class_title")}</h1>
    <p>${u("classes.you_are")}</p>
    <p class="class-name">${s?.me??e.name}</p>
    <p class="lead" role="status">${n}</p>
    <p>${u(a?"classes.begins_soon":"classes.wait_for_table")}</p>
    ${e.code&&i`<p class="notice">${u("classes.own_code")} <strong class="code">${Ns(e.code)}</strong></p>`}
    <p><button type="button" class="quiet" onClick=${t}>${u("classes.not_me")}</button></p>
  </div>`}function Xs({leave:s}){return f(u("classes.class_title")),i`<div class="narrow class-waiting">
    <h1>${u("classes.over_title")}</h1>
    <p class="lead">${u("classes.over_pupil")}</p>
    <p><button type="button" class="primary" onClick=${s}>${u("classes.sign_out")}</button></p>
  </div>`}async function Ys(s){[s,V].includes(C())||(await S(s),x.set({...x.value}))}const Hs=Object.freeze(Object.defineProperty({__proto__:null,default:function({fragment:s}){b(),Ts();const{pupil:l}=m(n.standing),[c]=s.keys(),[o,r]=e(c??""),[u,$]=e(!1),p=t(!1),d=t(!1);a(()=>{$(null===l&&p.current&&!d.current),p.current=null!==l,l&&r(""),d.current=!1},[l]);const h=s=>{d.current=!0,r(s),n.pupil&&n.leaveClass()};return a(()=>{c&&(h(c),g("/class",{replace:!0}))},[c]),l?i`<${Fs} key=${l.token} pupil=${l} leave=${()=>h("")} />`:i`<${Vs} key=${o} scanned=${o} wasSignedOut=${u} />`}},Symbol.toStringTag,{value:"Module"})),Gs=["","30","60","120"],Qs=["1","7","30","180","366"],Zs=[3,4,5,6];function Js(){const s=I(),[t,a]=e({name:"",kind:"class",places:"24",language:N(),preset:"classic",seats:"4",clock:"",emotes:!1,kept:"30"}),{data:l,error:o,reload:r}=z(),{run:$,running:p,error:b}=_(),m=s=>e=>a({...t,[s]:e});if(!l)return i`<${M} error=${o} retry=${r} />`;const f=l.presets.filter(({players_min:s,players_max:e})=>s<=3&&e>=4),{players_max:y}=j(l,t.preset);return i`<form class="panel" onSubmit=${v(()=>$(async()=>{const{name:s,kind:e,language:a,preset:l,emotes:o}=t,r={name:s.trim(),kind:e,language:a,preset:l,emotes:o,places:Number(t.places),seats:Number(t.seats),keep_days:Number(t.kept),turn_seconds:t.clock?Number(t.clock):null},i=await n.client.post("/classes",{body:r,patience:c});J(i.id,i),g(`/classes/${i.id}`)}))}>
    <h2>${u("classes.new")}</h2>
    <${D} legend=${u("classes.kind")} value=${t.kind} onChange=${m("kind")}
      options=${["class","party"].map(s=>({value:s,label:u(`classes.kind_${s}`),hint:u(`classes.kind_${s}_hint`)}))} />
    <div class="field">
      <label for=${`${s}-name`}>${u("classes.name")}</label>
      <input id=${`${s}-name`} value=${t.name} required maxlength="30" autocomplete="off" aria-describedby=${`${s}-name-hint`}
        onInput=${s=>m("name")(s.currentTarget.value)} />
      <p class="hint" id=${`${s}-name-hint`}>${u("classes.name_hint")}</p>
    </div>
    <div class="field">
      <label for=${`${s}-places`}>${u("classes.places")}</label>
      <input id=${`${s}-places`} type="number" min="2" max=${60} required value=${t.places}
        onInput=${s=>m("places")(s.currentTarget.value)} />
    </div>
    <${P} label=${u("classes.language")} value=${t.language} onChange=${m("language")}
      options=${Object.entries(F).map(([s,e])=>({value:s,label:e}))} />
    <details>
      <summary>${u("classes.more")}</summary>
      <${P} label=${u("classes.preset")} value=${t.preset} onChange=${m("preset")}
        options=${f.map(({name:s})=>({value:s,label:E(s)}))} />
      <${D} legend=${u("classes.seats")} value=${t.seats} onChange=${m("seats")}
        options=${Zs.filter(s=>s<=y).map(s=>({value:String(s),label:d(s)}))} />
      <${P} label=${u("classes.clock")} value=${t.clock} onChange=${m("clock")}
        options=${Gs.map(s=>({value:s,label:s?u("classes.clock_seconds",{count:Number(s)}):u("classes.clock_none")}))} />
      <${q} label=${u("classes.emotes")} isOn=${t.emotes} set=${m("emotes")} />
      <${P} label=${u("classes.kept")} value=${t.kept} onChange=${m("kept")}
        options=${Qs.map(s=>({value:s,label:u("classes.days",{count:Number(s)}),hint:u("classes.kept_hint")}))} />
    </details>
    ${b&&i`<${h} error=${b} />`}
    <p><button type="submit" class="primary big" aria-disabled=${p}>${u("classes.make")}</button></p>
  </form>`}function Ws(){const{data:s,error:t,reload:a}=O(s=>n.client.get("/classes",{signal:s,patience:c}),[]),[l,o]=e(!1),r=s?.results??[];return t?i`<${h} error=${t} retry=${a} />`:s?l||!r.length?i`<${Js} />`:i`
    <p class="actions"><button type="button" class="primary" onClick=${()=>o(!0)}>${u("classes.new")}</button></p>
    <ul class="plain games">
      ${r.map(s=>i`<li class="panel" key=${s.id}>
          <h2><a href=${`/classes/${s.id}`}>${s.name}</a></h2>
          <p>${u(`classes.kind_${s.kind}`)} · ${u(`classes.is_${s.status}`)} · ${u("classes.signed_in",{count:s.signed_in})}</p>
          <p class="soft">${u("classes.deleted_at",{at:A(s.delete_at,{dateStyle:"medium"})})}</p>
        </li>`)}
    </ul>
  `:i`<p class="loading" role="status">${u("common.loading")}</p>`}const se=Object.freeze(Object.defineProperty({__proto__:null,default:function(){b(),Ts(),f(u("classes.title"));const{account:s,state:e}=m(n.standing);return i`<div class="narrow">
    <h1>${u("classes.title")}</h1>
    <p class="lead">${u("classes.lead")}</p>
    ${"loading"===e&&i`<p class="loading" role="status">${u("common.loading")}</p>`}
    ${s&&!s.is_guest&&i`<${Ws} key=${s.username} />`}
    ${"loading"!==e&&(!s||s.is_guest)&&i`<p class="notice">${u("classes.for_people")}</p>
      <p class="actions"><a class="button primary" href=${s?"/me":"/sign-in"}>${u("classes.sign_in")}</a>
        <a class="button" href="/class">${u("classes.have_code")}</a></p>`}
  </div>`}},Symbol.toStringTag,{value:"Module"}));function ee({group:s,issued:e}){const{codes:t,partyCode:a}=e;return i`<section class=${"waiting"===s.status?"class-cards":"class-cards print-only"} aria-labelledby="class-cards">
    <h2 id="class-cards">${u("classes.cards_of",{name:s.name})}</h2>
    ${a&&i`<div class="card-party">
      <${As} code=${a} />
      <p>${u("classes.card_address",{address:Os()})}<br /><strong class="code">${Ns(a)}</strong></p>
    </div>`}
    <ul class="plain">
      ${t.map(({place:e,name:t,code:a})=>i`<li key=${e} class="code-card">
          <${As} code=${a} />
          <p>
            <strong class="card-name">${t}</strong>
            <span>${u("classes.card_address",{address:Os()})}</span>
            <strong class="code">${Ns(a)}</strong>
            <span class="soft">${u("classes.card_number",{name:s.name,number:e})}</span>
          </p>
        </li>`)}
    </ul>
  </section>`}function te({group:s,choose:e}){const t="waiting"!==s.status,a=s.places.filter(e=>!t||!ne(s,e));return a.length&&"over"!==s.status?i`<section aria-labelledby="class-children">
    <h2 id="class-children">${u(t?"classes.without_table":"classes.children")}</h2>
    <ul class="plain class-children">
      ${a.map(s=>i`<li key=${s.number}>
          <button type="button" class=${"child "+(s.signed_in?"in":"out")} onClick=${()=>e(s.number)}>
            <span>${s.name}</span>
            <small>${u(ae(s))}</small>
          </button>
        </li>`)}
    </ul>
  </section>`:null}const ae=({signed_in:s})=>s?"classes.in":"classes.not_in",ne=({tables:s},{number:e})=>s.some(({status:s,seats:t})=>t.some(t=>t.place===e&&(!t.bot||"over"===s)));function le({group:s,place:t,act:a,running:l,refusal:o,look:r,close:$}){const{run:p,error:d}=_(),[b,m]=e(""),[g,f]=e(!1),{number:y}=t,v=s.tables.find(s=>s.seats.some(s=>s.place===y)),k=async e=>{await a(()=>null!==e&&w?Y(s.id,{by:"hand",tables:ce(s.tables,y,e),seats:s.seats}):((s,e,t)=>n.client.post("/classes/{class_id}/places/{place}/move",{params:{class_id:s,place:e},body:{table:t},patience:c}))(s.id,y,e)),$()},w=t.signed_in&&"formed"===s.status,C=t.signed_in&&"playing"===s.status,S=s.tables.filter(s=>function(s,e,t){if(s.seats.some(s=>s.place===e&&!s.bot))return!1;const a=s.seats.filter(s=>null!==s.place).length;return t?a<6:"playing"===s.status&&s.seats.some(({bot:s})=>s)}(s,y,w));if(g){const e=async()=>{await a(()=>((s,e)=>n.client.delete("/classes/{class_id}/places/{place}",{params:{class_id:s,place:e},patience:c}))(s.id,y),u("classes.freed")),$()};return i`<${T} title=${u("classes.free_title",{name:t.name})} confirm=${u("classes.free")} onConfirm=${e}
      close=${()=>f(!1)} running=${l}>
      <p>${u(`classes.free_text_${s.kind}`)}</p>
    <//>`}return i`<${K} title=${t.name} close=${$}>
    <p>${v?u("classes.at_table",{number:v.number}):u("classes.at_no_table")} · ${u(ae(t))}</p>
    ${Boolean(d??o)&&i`<${h} error=${d??o} />`}
    ${(w||C)&&i`<h3>${u("classes.seat_at")}</h3>
      ${0===S.length&&i`<p class="hint">${u("classes.no_goal")}</p>`}
      <p class="actions">
        ${S.map(s=>i`<button type="button" key=${s.number} aria-disabled=${l}
            onClick=${()=>k(s.number)}>${u("classes.table",{number:s.number})}</button>`)}
        ${C&&ne(s,t)&&i`<button type="button" aria-disabled=${l} onClick=${()=>k(null)}>${u("classes.take_off")}</button>`}
      </p>`}
    ${b&&i`<div class="new-code"><${As} code=${b} /> <strong class="code">${Ns(b)}</strong></div>`}
    ${"over"!==s.status&&i`<p class="actions">
      <button type="button" onClick=${()=>p(async()=>{await n.client.post("/classes/{class_id}/places/{place}/name",{params:{class_id:s.id,place:y},patience:c}),r()})}>${u("classes.another_name")}</button>
      <button type="button" onClick=${()=>p(async()=>{const{codes:e}=await G(s.id,{places:[y]});m(e[0]?.code??"")})}>${u("classes.new_code")}</button>
      ${("party"===s.kind||t.signed_in)&&i`<button type="button" class="danger" onClick=${()=>f(!0)}>${u("classes.free")}</button>`}
    </p>
    <p class="hint">${u("classes.new_code_hint")}</p>`}
  <//>`}function ce(s,e,t){return s.map(({number:s,seats:a})=>{const n=a.flatMap(s=>null===s.place||s.place===e?[]:[s.place]);return s===t?[...n,e]:n}).filter(s=>s.length>0)}function oe({group:s,act:t,running:a}){const[l,c]=e(""),{run:o,running:r,error:$}=_(),d=m(Z).get(s.id),b="over"===s.status,h={codes:async()=>{await G(s.id),p(u("classes.codes_once"))},end:()=>t(()=>X(s.id,"end"),u("classes.is_over")),delete:async()=>{await n.client.delete("/classes/{class_id}",R(s.id)),g("/classes")}};return i`<section class="class-more" aria-labelledby="class-more">
    <h2 id="class-more">${u("classes.more_title")}</h2>
    <p class="actions">
      ${!b&&i`${Q(s)?i`<button type="button" aria-disabled=${a} onClick=${()=>t(()=>X(s.id,"close"),u("classes.sign_in_shut"))}>${u("classes.close")}</button>`:i`<button type="button" aria-disabled=${a} onClick=${()=>t(()=>X(s.id,"open"),u("classes.opened"))}>${u("classes.open")}</button>`}
        ${d&&i`<button type="button" onClick=${()=>print()}>${u("classes.print_codes")}</button>`}
        <button type="button" onClick=${()=>c("codes")}>${u("classes.renew_codes")}</button>
        <button type="button" onClick=${()=>c("end")}>${u("classes.end")}</button>`}
      <button type="button" class="danger" onClick=${()=>c("delete")}>${u("classes.delete")}</button>
    </p>
    <p class="hint">${u("classes.deleted_at",{at:A(s.delete_at,{dateStyle:"long"})})}</p>
    ${l&&i`<${T} title=${u(`classes.${l}_title`)} confirm=${u(`classes.${l}_now`)} close=${()=>c("")} error=${$}
      running=${r} onConfirm=${()=>{return s=h[l],o(async()=>{await s(),c("")});var s}}>
      <p>${u(`classes.${l}_text`)}</p>
    <//>`}
  </section>`}const re=["","5","10","15","20","30","45"];function ie(s){const{group:e}=s,n=t(null);a(()=>{const{activeElement:s}=document;s&&s!==document.body||n.current?.querySelector("button")?.focus({preventScroll:!0}),"between"===e.status&&p(u("classes.step_between"))},[]);const l=e.paused&&"over"!==e.status?$e:pe[e.status];return i`<section class="panel class-next" aria-label=${u("classes.next_step")} ref=${n}>
    <${l} ...${s} />
  </section>`}function ue({group:s,act:t,running:a,isEmpty:n=!1,label:l=u("classes.form")}){const[c,o]=e(String(s.seats)),[r,$]=e(s.round>0?"results":"lot");return i`<div class="class-choices">
    <${de} label=${l} running=${a||n} onClick=${()=>t(()=>Y(s.id,{by:r,seats:Number(c)}),u("classes.formed"))} />
    <${P} label=${u("classes.seats")} value=${c} onChange=${o}
      options=${Zs.map(s=>({value:String(s),label:d(s)}))} />
    ${s.round>0&&i`<${P} label=${u("classes.by")} value=${r} onChange=${$}
      options=${["results","lot"].map(s=>({value:s,label:u(`classes.by_${s}`)}))} />`}
  </div>`}function $e({group:s,act:e,running:t}){return i`<${de} label=${u("classes.resume")} running=${t} onClick=${()=>e(()=>X(s.id,"resume"),u("classes.goes_on"))} />`}const pe={waiting:function({group:s,act:e,running:t}){const a=s.places.filter(({signed_in:s})=>s).length;return Q(s)?i`
    <p role="status">${u("classes.step_waiting",{count:a,places:s.size})}</p>
    <${ue} group=${s} act=${e} running=${t} isEmpty=${0===a} />
  `:i`<p>${u("classes.step_closed")}</p>
      <${de} label=${u("classes.open")} running=${t} onClick=${()=>e(()=>X(s.id,"open"),u("classes.opened"))} />`},formed:function({group:s,act:t,running:a}){const[n,l]=e("15"),[c,o]=e(!1);return i`
    <p>${u("classes.step_formed")}</p>
    <div class="class-choices">
      <${de} label=${u("classes.start")} running=${a} onClick=${()=>t(()=>H(s.id,n?{minutes:Number(n)}:{}),u("classes.started"))} />
      <${P} label=${u("classes.minutes")} value=${n} onChange=${l}
        options=${re.map(s=>({value:s,label:s?u("classes.minutes_count",{count:Number(s)}):u("classes.minutes_none")}))} />
      ${!c&&i`<button type="button" class="quiet" onClick=${()=>o(!0)}>${u("classes.form_otherwise")}</button>`}
    </div>
    ${c&&i`<${ue} group=${s} act=${t} running=${a} label=${u("classes.form_again")} />`}
  `},playing:function({group:s,act:t,running:a}){const[n,l]=e(!1),c=Ks(s.round_ends_at,!1),o=s.tables.filter(({status:s})=>"over"===s).length,r=s.tables.some(({game:s})=>null===s),$=0===c;return i`
    <p class="class-clock"><${Ls} endsAt=${s.round_ends_at} isPaused=${!1} />
      <span>${u("classes.step_playing",{count:o,tables:s.tables.length})}</span></p>
    <p class="actions">
      <button type="button" class=${$?"":"primary big"} aria-disabled=${a}
        onClick=${()=>t(()=>X(s.id,"pause"),u("classes.paused"))}>${u("classes.pause")}</button>
      ${r&&i`<button type="button" aria-disabled=${a} onClick=${()=>t(()=>H(s.id))}>${u("classes.start_rest")}</button>`}
      <button type="button" class=${$?"primary big":""} onClick=${()=>l(!0)}>${u("classes.finish")}</button>
    </p>
    ${n&&i`<${T} title=${u("classes.finish_title")} confirm=${u("classes.finish")} onConfirm=${()=>{l(!1),t(()=>X(s.id,"finish"),u("classes.finished"))}} close=${()=>l(!1)} running=${a}>
      <p>${u("classes.finish_text")}</p>
    <//>`}
  `},between:function(s){return i`<p>${u("classes.step_between")}</p><${ue} ...${s} label=${u("classes.next_round")} />`},over:function({group:s}){return i`<p>${u("classes.step_over")}</p>
    <p class="actions"><a class="button primary big" href=${`/classes/${s.id}/results`}>${u("classes.results")}</a></p>`}};function de({label:s,running:e,onClick:t}){return i`<button type="button" class="primary big" aria-disabled=${e} onClick=${()=>e||t()}>${s}</button>`}function be({group:s,choose:e}){if(!s.tables.length)return null;const t=e=>!1===s.places.find(({number:s})=>s===e)?.online;return i`<section aria-labelledby="class-tables">
    <h2 id="class-tables" class="visually-hidden">${u("classes.tables")}</h2>
    <ul class="plain class-tables">
      ${s.tables.map(a=>i`<li key=${a.number} class=${`panel class-table ${a.status}`}>
          <div class="class-table-head">
            <h3>${u("classes.table",{number:a.number})}</h3>
            ${"over"===a.status&&i`<span class="badge">${u("classes.table_over")}</span>`}
            ${a.game&&i`<a class="button quiet" href=${`/games/${a.game}`} target="_blank"
              aria-label=${u("classes.watch_table",{number:a.number})}>${u("classes.watch")}</a>`}
          </div>
          <ol class="plain">
            ${a.seats.map(n=>i`<li key=${n.seat} class=${me(a,n)?"acting":""}>
                ${null===n.place?i`<span>${u("classes.bot")}</span>`:i`<button type="button" class="child" onClick=${()=>e(n.place??0)}>${n.name}</button>`}
                <span class="notes">${function(s,e,t){return[me(s,e)&&u("classes.turn"),ge(s,e)&&u("classes.first"),"playing"===s.status&&0===e.hand_size&&u("classes.no_cards"),null!==e.place&&e.bot&&"playing"===s.status&&u("classes.bot_plays"),null!==e.place&&!e.bot&&"playing"===s.status&&t(e.place)&&u("classes.away")].filter(s=>"string"==typeof s)}(a,n,t).join(" · ")}${me(a,n)&&null!==s.turn_seconds&&i`<${Bs} endsAt=${a.deadline} isPaused=${s.paused} />`}</span>
                ${"formed"!==a.status&&i`<span class="score">${function(s,e){const t=s.scores?.[e.seat];return void 0===t?"":i`${d(t)}<span class="visually-hidden"> ${u("classes.books")}</span>`}(a,n)}</span>`}
              </li>`)}
          </ol>
        </li>`)}
    </ul>
  </section>`}const me=(s,e)=>"playing"===s.status&&s.turn===e.seat,ge=({status:s,scores:e},{seat:t})=>"over"===s&&null!==e&&e[t]===Math.max(...e,1);function he(){return i`<div class="notice">
    <p>${u("classes.codes_once")}</p>
    <p class="actions"><button type="button" class="primary" onClick=${()=>print()}>${u("classes.print_codes")}</button></p>
  </div>`}const fe=Object.freeze(Object.defineProperty({__proto__:null,default:function({params:s}){const t=s.id??"";b(),Ts();const{data:a,error:n,show:l,look:c}=W("/classes/{class_id}",t,2e3),{run:o,running:r,error:$}=_(),[d,g]=e(null),y=m(Z).get(t);f(a?.name??u("classes.title"));const v=(s,e)=>o(async()=>{l(await s()),e&&p(e)});if(!a)return i`<h1>${u("classes.title")}</h1>
      ${n?i`<${h} error=${n} retry=${c} />`:i`<p class="loading" role="status">${u("common.loading")}</p>`}`;const k=a.places.find(({number:s})=>s===d);return i`<div class="class-page">
    <div class="no-print">
      <header class="class-head">
        <h1>${a.name}</h1>
        <p class="soft">${function(s){const{kind:e,places:t,round:a,size:n,sign_in_until:l,status:c}=s,o=t.filter(({signed_in:s})=>s).length;return[u(`classes.kind_${e}`),a>0&&u("classes.round",{round:a}),u("classes.signed_in_of",{count:o,places:n}),"over"!==c&&(l&&Q(s)?u("classes.open_until",{at:A(l,{timeStyle:"short"})}):u("classes.sign_in_shut"))].filter(Boolean).join(" · ")}(a)}</p>
        <p class="actions">
          <a class="button" href=${`/classes/${t}/screen${y?.partyCode?`#${y.partyCode}`:""}`} target="_blank">${u("classes.screen")}</a>
          <a class="button" href=${`/classes/${t}/results`}>${u("classes.results")}</a>
        </p>
      </header>
      ${Boolean(n)&&i`<${h} error=${n} retry=${c} />`}
      ${Boolean($)&&i`<${h} error=${$} />`}
      ${a.paused&&"over"!==a.status&&i`<p class="class-paused" role="status">${u("classes.paused")}</p>`}
      <${ie} key=${(s=>[s.status,s.paused,"waiting"===s.status&&Q(s)].join())(a)} group=${a} act=${v} running=${r} />
      ${y&&"waiting"===a.status&&i`<${he} />`}
      <${be} group=${a} choose=${g} />
      <${te} group=${a} choose=${g} />
      <${oe} group=${a} act=${v} running=${r} />
      ${k&&i`<${le} group=${a} place=${k} act=${v} running=${r} refusal=${$} look=${c} close=${()=>g(null)} />`}
    </div>
    ${y&&i`<${ee} group=${a} issued=${y} />`}
  </div>`}},Symbol.toStringTag,{value:"Module"}));function _e({group:s,partyCode:e,hasNames:t}){const a=s.places.filter(({signed_in:s})=>s);return i`<div class="screen-arriving">
    <div>
      <p>${u(Q(s)?"classes.screen_open":"classes.screen_shut")}</p>
      ${Q(s)&&i`<p class="screen-big">${Os()}</p>`}
      ${e&&i`<p class="screen-big code">${Ns(e)}</p>`}
      <p class="screen-count" role="status">${u("classes.signed_in_of",{count:a.length,places:s.size})}</p>
    </div>
    ${e&&i`<${As} code=${e} />`}
    ${t&&i`<ul class="plain">${a.map(({number:s,name:e})=>i`<li key=${s}>${e}</li>`)}</ul>`}
  </div>`}function ye({group:s,hasNames:e}){return i`<ul class="plain screen-tables">
    ${s.tables.map(s=>i`<li key=${s.number} class=${s.status}>
        <h2>${u("classes.table",{number:s.number})}</h2>
        <ol class="plain">
          ${s.seats.map(t=>{const a=null===t.place?u("classes.bot"):e?t.name:u("classes.seat",{number:t.seat+1}),n=[me(s,t)&&"acting",ge(s,t)&&"winner"].filter(Boolean).join(" ");return i`<li key=${t.seat} class=${n}>
              <span>${a}${n&&i`<span class="visually-hidden"> (${u("acting"===n?"classes.turn":"classes.first")})</span>`}</span>
              ${"formed"!==s.status&&i`<b>${d(s.scores?.[t.seat]??0)}</b>`}
            </li>`})}
        </ol>
      </li>`)}
  </ul>`}function ve(){const{isFull:s,fill:e}=L();return e?i`<button type="button" aria-pressed=${s} onClick=${e}>${u("classes.full_screen")}</button>`:null}const ke=Object.freeze(Object.defineProperty({__proto__:null,default:function({params:s,fragment:t}){const a=s.id??"";Ts();const{data:n,error:l,look:c}=W("/classes/{class_id}",a,2e3),[o,r]=e(!0),[$=null]=t.keys();if(f(n?.name??u("classes.title")),!n)return l?i`<h1>${u("classes.title")}</h1><${h} error=${l} retry=${c} />`:i`<p class="loading" role="status">${u("common.loading")}</p>`;const p=n.tables.length>0&&"waiting"!==n.status;return i`<div class=${`class-screen tables-${Math.min(n.tables.length,12)}`}>
    <header>
      <h1>${n.name}</h1>
      ${n.round>0&&i`<p>${u("classes.round",{round:n.round})}</p>`}
      ${"playing"===n.status&&i`<p class="screen-clock"><${Ls} endsAt=${n.round_ends_at} isPaused=${n.paused} /></p>`}
      <p class="screen-tools">
        <button type="button" aria-pressed=${o} onClick=${()=>r(!o)}>${u("classes.names")}</button>
        <${ve} />
      </p>
    </header>
    ${n.paused&&i`<p class="screen-paused" role="status">${u("classes.paused_screen")}</p>`}
    ${"over"===n.status?i`<p class="screen-big">${u("classes.over_pupil")}</p>`:p?i`<${ye} group=${n} hasNames=${o} />`:i`<${_e} group=${n} partyCode=${$} hasNames=${o} />`}
  </div>`}},Symbol.toStringTag,{value:"Module"}));function we({results:s,rounds:e}){const t=Array.from({length:e},(s,e)=>e+1);return i`
    <div class="wide" role="group" aria-label=${u("classes.results")} tabindex="0">
      <table>
        <thead><tr>
          <th scope="col" class="number">${u("classes.rank")}</th><th scope="col">${u("classes.child")}</th>
          <th scope="col" class="number">${u("classes.games")}</th><th scope="col" class="number">${u("classes.firsts")}</th>
          <th scope="col" class="number">${u("classes.books_title")}</th><th scope="col" class="number">${u("classes.asks")}</th>
          <th scope="col" class="number">${u("classes.hits")}</th>
          ${t.map(s=>i`<th scope="col" class="number" key=${s}>${u("classes.round",{round:s})}</th>`)}
        </tr></thead>
        <tbody>
          ${s.map(s=>i`<tr key=${s.place}>
              <td class="number">${d(s.rank)}</td><th scope="row">${s.name}</th>
              <td class="number">${d(s.games)}</td><td class="number">${d(s.firsts)}</td>
              <td class="number">${d(s.books)}</td><td class="number">${d(s.asks)}</td>
              <td class="number">${d(s.hits)}</td>
              ${t.map(e=>i`<td class="number" key=${e}>${function({tables:s},e){return s.filter(s=>s.round===e).map(({table:s,books:e,first:t})=>u(t?"classes.round_first":"classes.round_books",{table:s,books:e})).join(", ")}(s,e)}</td>`)}
            </tr>`)}
        </tbody>
      </table>
    </div>
    <p class="hint">${u("classes.results_hint")}</p>
  `}function Ce(s){const e=["rank","child","games","firsts","books_title","asks","hits"].map(s=>u(`classes.${s}`)),t=s.map(({rank:s,name:e,games:t,firsts:a,books:n,asks:l,hits:c})=>[s,e,t,a,n,l,c]);return U([e,...t])}const Se=Object.freeze(Object.defineProperty({__proto__:null,default:function({params:s}){const e=s.id??"";b(),Ts(),f(u("classes.results"));const{data:t,error:a,reload:l}=O(s=>n.client.get("/classes/{class_id}/results",{...R(e),signal:s}),[e]);if(!t)return i`<h1>${u("classes.results")}</h1>
      ${a?i`<${h} error=${a} retry=${l} />`:i`<p class="loading" role="status">${u("common.loading")}</p>`}`;const{name:c,results:o}=t;return i`<article class=${t.rounds>5?"class-sheet many-rounds":"class-sheet"}>
    <h1>${u("classes.sheet_title",{name:c})}</h1>
    <p>${A(new Date,{dateStyle:"full"})} · ${u("classes.rounds",{count:t.rounds})} · ${u("classes.children_count",{count:o.length})}</p>
    <p class="actions no-print">
      <button type="button" class="primary" onClick=${()=>print()}>${u("classes.print")}</button>
      <button type="button" onClick=${()=>B(new Blob([Ce(o)],{type:"text/csv"}),`${c.replace(/[^\p{L}\p{M}\p{N}]+/gu,"-")}.csv`)}>${u("classes.csv")}</button>
      <a class="button" href=${`/classes/${e}`}>${u("classes.back")}</a>
    </p>
    ${0===o.length?i`<p>${u("classes.no_results")}</p>`:i`<${we} results=${o} rounds=${t.rounds} />`}
    <section class="sheet-notes">
      <h2>${u("classes.observations")}</h2>
      <ul>
        <li>${u("classes.question_memory")}</li>
        <li>${u("classes.question_guess")}</li>
        <li>${u("classes.question_fair")}</li>
      </ul>
    </section>
  </article>`}},Symbol.toStringTag,{value:"Module"}));export{se as l,Hs as p,Se as r,ke as s,fe as v};
