import{an as s,d as e,T as t,A as a,s as n,U as l,X as c,ao as o,h as r,t as i,u,c as $,n as p,S as d,k as b,y as m,K as g,G as h,e as f,Y as _,q as y,g as v,ap as k,aq as w,ar as C,ai as S,f as x,aj as I,E as z,P as j,a7 as D,a5 as M,V as P,B as q,p as A,as as E,a as N,r as O,Q as T,D as K,m as B,v as L}from"./main.js";import{P as U,L as V}from"./early.js";const F=s=>({params:{class_id:s},patience:c}),R=(s,e)=>n.client.post("/classes/{class_id}/direct",{...F(s),body:{action:e}}),X=(s,e)=>n.client.post("/classes/{class_id}/tables",{...F(s),body:e}),Y=(s,e={})=>n.client.post("/classes/{class_id}/start",{...F(s),body:e});async function G(s,e={}){const t=await n.client.post("/classes/{class_id}/codes",{...F(s),body:e});return J(s,t),t}const H=({sign_in_until:s})=>null!==s&&Date.parse(s)>n.client.now(),Q=new s(new Map);function J(s,{codes:e=[],party_code:t=null}){const a=Q.value.get(s)??{codes:[],partyCode:null},n=[...a.codes.filter(({place:s})=>!(s=>e.some(e=>e.place===s))(s)),...e].sort((s,e)=>s.place-e.place);Q.set(new Map(Q.value).set(s,{codes:n,partyCode:t??a.partyCode}))}function W(s,c,r){const[i,u]=e({}),$=t(null),p=t(0),d=t(!1),b=async()=>{if(d.current)return;d.current=!0;const e=p.current;try{const t=await n.client.request("GET",s,{...F(c),...$.current&&{etag:$.current}});if(p.current!==e)return;304!==t.status?($.current=t.etag,u({data:t.data})):u(({data:s})=>({...void 0!==s&&{data:s}}))}catch(s){o(s),p.current===e&&u(({data:e})=>({...void 0!==e&&{data:e},error:s}))}finally{d.current=!1}};return a(()=>(n.ready.then(b),()=>{p.current+=1}),[c]),l(b,r),{data:i.data,error:i.error,look:b,show:s=>{p.current+=1,$.current=null,u({data:s})}}}
/*! lean-qr 2.7.4, MIT License: qrcode.LICENSE.txt */const Z=[.2,3/8,5/9,2/3],ss=(s,e)=>t=>{const a=4*s+t-4,n="*-04-39?2$%%$%%'$%''%'''%')(%'))%(++'(++'(+.'+-.',/3',33)-/5)-43).36)058*18<+37<+4:<,4:E,5<A-7>C/8@F/:EH/<EK0=FM1?IP2@KS3BNV4DPY5FS\\6HV_6IXb7K[e8N^i9Pam;Rdp<Tgt".charCodeAt(a)-35,l=a>8?n:1,c=e/l|0,o=e%l,r=l-o,i=a>8?c*Z[t]+(s>5)&-2:n,u=c-i;return{t:r*u+o*u+o,o:[[r,u],[o,u+1]],i}},es=s=>new Uint8Array(s),ts=s=>{const e=new Error(`lean-qr error ${s}`);throw e.code=s,e},as=s=>"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".indexOf(s),ns=s=>s.charCodeAt(0),ls=s=>(e,t)=>{e.push(4,4),e.push(s.length,8+8*(t>9)),s.forEach(s=>e.push(s,8))},cs=(s,e,t,a,n=(s,e)=>t(s.length,e),l=(a?e=>((...s)=>(e,t)=>s.forEach(s=>s(e,t)))((s=>e=>{e.eci!==s&&(e.push(7,4),s<128?e.push(s,8):s<16384?e.push(32768|s,16):e.push(12582912|s,24),e.eci=s)})(a),s(e)):s))=>(l.test=e,l.l=t,l.est=n,l.eci=a&&[a],l),os=cs(s=>(e,t)=>{e.push(1,4),e.push(s.length,10+2*(t>26)+2*(t>9));let a=0;for(;a<s.length-2;a+=3)e.push(+s.slice(a,a+3),10);a<s.length-1?e.push(+s.slice(a),7):a<s.length&&e.push(+s[a],4)},s=>/[0-9]/.test(s),(s,e)=>14+2*(e>26)+2*(e>9)+10*s/3),rs=cs(s=>(e,t)=>{e.push(2,4),e.push(s.length,9+2*(t>26)+2*(t>9));let a=0;for(;a<s.length-1;a+=2)e.push(45*as(s[a])+as(s[a+1]),11);a<s.length&&e.push(as(s[a]),6)},s=>as(s)>=0,(s,e)=>13+2*(e>26)+2*(e>9)+5.5*s),is=cs(s=>ls([...s].map(ns)),s=>ns(s)<128,(s,e)=>12+8*(e>9)+8*s);is._=!0,is.u=!0;const us=cs(is,s=>ns(s)<256,is.l,3);us._=!0;const $s=new TextEncoder,ps=cs(s=>ls($s.encode(s)),()=>1,0,26,(s,e)=>12+8*(e>9)+8*$s.encode(s).length);ps._=!0;let ds=()=>{const s=new Map,e=new TextDecoder("sjis"),t=es(2);for(let a=0;a<7973;++a)t[0]=a/192+129+64*(a>5951),t[1]=a%192+64,s.set(e.decode(t),a);return s.delete("�"),ds=()=>s,s};const bs=cs(s=>(e,t)=>{e.push(8,4),e.push(s.length,8+2*(t>26)+2*(t>9));for(const t of s)e.push(ds().get(t),13)},s=>ds().has(s),(s,e)=>12+2*(e>26)+2*(e>9)+13*s);bs._=!0;const ms=[os,rs,is,us,bs,ps],gs=()=>({F:es(2956),I:0,push(s,e){for(let t=e,a=8-(7&this.I);t>0;t-=a,a=8)this.F[this.I>>3]|=s<<a>>t,this.I+=t<a?t:a}}),hs=(s,e=s*s,t=es(e))=>({size:s,K:t,get:(e,a)=>e>=0&&e<s&&!!(1&t[a*s+e]),toString({on:e="##",off:t="  ",lf:a="\n",pad:n=4,padX:l=n,padY:c=n}={}){let o="";for(let n=-c;n<s+c;++n){for(let a=-l;a<s+l;++a)o+=this.get(a,n)?e:t;o+=a}return o},toImageData(e,{on:t=[0,0,0],off:a=[0,0,0,0],pad:n=4,padX:l=n,padY:c=n}={}){const o=s+2*l,r=s+2*c,i=e.createImageData(o,r),u=new Uint32Array(i.data.buffer);i.data.set([...t,255]);const $=u[0];i.data.set([...a,255]);const p=u[0];for(let s=0;s<r;++s)for(let e=0;e<o;++e)u[s*o+e]=this.get(e-l,s-c)?$:p;return i},toCanvas(s,e){const t=s.getContext("2d"),a=this.toImageData(t,e);s.width=a.width,s.height=a.height,t.putImageData(a,0,0)},toDataURL({type:s="image/png",scale:e=1,...t}={}){const a=document.createElement("canvas"),n=a.getContext("2d"),l=this.toImageData(n,t);return a.width=l.width*e,a.height=l.height*e,n.putImageData(l,0,0),n.imageSmoothingEnabled=!1,n.globalCompositeOperation="copy",n.drawImage(a,0,0,l.width,l.height,0,0,a.width,a.height),a.toDataURL(s,1)}}),fs=[(s,e)=>1&(s^e),(s,e)=>1&e,s=>s%3,(s,e)=>(s+e)%3,(s,e)=>1&(s/3^e>>1),(s,e)=>(s&e&1)+s*e%3,(s,e)=>(s&e)+s*e%3&1,(s,e)=>(s^e)+s*e%3&1],_s=es(511);for(let s=0,e=1;s<255;e=2*e^285*(e>127))_s[_s[e+255]=s++]=e;const ys=s=>_s[s%255],vs=s=>_s[s+255],ks=(s,e)=>{const t=es(s.length+e.length-1);for(let a=0;a<s.length;++a)for(let n=0;n<e.length;++n)t[a+n]^=ys(s[a]+e[n]);return t.map(vs)},ws=(s,e)=>{const t=es(s.length+e.length-1);t.set(s,0);for(let a=0;a<s.length;++a)if(t[a]){const s=vs(t[a]);for(let n=0;n<e.length;++n)t[a+n]^=ys(e[n]+s)}return t.slice(s.length)},Cs=[[0],[0,0]];for(let s=1;s<30;++s)Cs.push(ks(Cs[s],[0,s]));const Ss=(s,e)=>{const t=[[],[]];let a=0,n=0;for(const[l,c]of e.o)for(let o=0;o<l;++o,a+=c){const l=s.slice(a,a+c);t[0].push(l),t[1].push(ws(l,Cs[e.i])),n+=c+e.i}const l=es(n);n=0;for(const s of t)for(let e=0,t=-1;t<n;++e){t=n;for(const t of s)e<t.length&&(l[n++]=t[e])}return l},xs=(s,e,t)=>{let a=s<<=t;for(let s=134217728;s>>=1;)a&s&&(a^=e*(s>>t));return a|s},Is=({size:s,K:e},t)=>{const a=(t,a,n,l)=>{for(;n-- >0;t+=s)e.fill(l,t,t+a)},n=(e,t,n)=>{for(let l=0;l++<3;n-=2)a(t*s+e-(n>>1)*(s+1),n,n,2|l)},l=2*((s-13)/(1+(t/7|0))/2+.75|0);if(t>1)for(let e=s-7;e>8;e-=l){for(let s=e;s>8;s-=l)n(e,s,5);e<s-7&&n(e,6,5)}if(t>6)for(let a=xs(t,7973,12),n=1;n<7;++n)for(let t=12;t-- >9;a>>=1)e[n*s-t]=2|1&a;a(7,2,9,2),a(s-8,8,9,2);for(let t=0;t<s;++t)e[6*s+t]=3^1&t;n(3,3,7),n(s-4,3,7);for(let t=0;t<s;++t)for(let a=t;a<s;++a)e[a*s+t]=e[t*s+a];e[(s-8)*s+8]=3},zs=({size:s,K:e})=>{const t=[];for(let a=s-2,n=s,l=-1;a>=0;a-=2){for(5===a&&(a=4);n+=l,-1!==n&&n!==s;){const l=n*s+a;e[l+1]||t.push(l+1),e[l]||t.push(l)}l*=-1}return t},js=({K:s},e,t)=>e.forEach((e,a)=>s[e]=t[a>>3]>>(7&~a)&1),Ds=({size:s,K:e},t,a,n)=>{for(let a=0;a<s;++a)for(let n=0;n<s;++n){const l=a*s+n;e[l]^=!(t(n,a)||2&e[l])}let l=21522^xs((1^n)<<3|a,1335,10);for(let t=0;t++<8;l>>=1)e[(t-(t<7))*s+8]=1&l,e[9*s-t]=1&l;for(let t=8;--t,l;l>>=1)e[8*s+t-(t<7)]=1&l,e[(s-t)*s+8]=1&l},Ms=({size:s,K:e},t=0,a=0)=>{for(let n=0;n<s;++n){for(let l=0;l<2;++l)for(let c,o=0,r=0,i=2;o<s;++o){const u=1&e[l?n*s+o:o*s+n];a+=u,r=(r>>1|2098176)&(3047517^u-1),2049&r&&(t+=40),u^i&&(c=0),i=u,t+=5===++c?3:c>5}if(n)for(let a=s+n,l=5*e[n-1]^e[n];a<s*s;a+=s){const s=5*e[a-1]^e[a];t+=3*!(1&(l|s)|4&(l^s)),l=s}}return t+10*(10*Math.abs(a/(s*s)-1)|0)},Ps=[],qs=(s=ts(1),{minCorrectionLevel:e=0,maxCorrectionLevel:t=3,minVersion:a=1,maxVersion:n=40,mask:l,trailer:c=60433,...o}={})=>{t<e&&ts(3),n<a&&ts(2),"string"==typeof s&&(s=((s,{modes:e=ms}={})=>(t,a)=>{const n=e.map((e,t)=>{const n=new Map,l=(s,e)=>(n.has(s)||n.set(s,e(s,a)),n.get(s));return{m:e,h:1<<t,C:e.est("",a),S:e.l?(s,t)=>l(t-s,e.l):(t,a)=>l(s.slice(t,a),e.est)}});let l=[{v:0}],c=0,o=0,r=-1;for(const e of[...s,""]){let s=0;if(e)for(const t of n)t.m.test(e)&&(s|=t.h);if(!e||s!==r){if(-1!==r){const s=new Set(l.map(s=>s.D)),e=[];for(const{m:t,C:a,S:i,h:u}of n)if(r&u){const n=i(c,o);for(const r of t.eci??s)if(!t.u||!r){let s;for(const e of l)if(e.D===r||t.eci){const l=e.m===t&&e.D===r,u=l?e.V:e,$=t._&&l?e.v+n-a:u.v+12*(u.D!==r)+(l?i(l?e.$:c,o):n);(!s||$<s.v)&&(s={$:l?e.$:c,V:u,m:t,D:r,A:o,v:$})}s&&e.push(s)}}l=e}r=s,c=o}o+=e.length}l.length||ts(5);const i=[];for(let e=l.reduce((s,e)=>e.v<s.v?e:s);e.m;e=e.V)i.push(e.m(s.slice(e.$,e.A)));i.reverse().forEach(s=>s(t,a))})(s,o));for(let o=a,r=0;o<=n;++o){let a=Ps[o];a||(Ps[o]=a=hs(4*o+17),Is(a,o),a.p=zs(a));const n=ss(o,a.p.length>>3);if(8*n(e).t<r)continue;const i=gs();s(i,o),r=i.I;for(let s=t;s>=e;--s){const e=n(s);if(8*e.t<r)continue;for(i.I=r+11&-8;i.I<8*e.t;)i.push(c,16);const t=hs(a.size,a.K);return js(t,a.p,Ss(i.F,e)),(fs[l]?[fs[l]]:fs).map((e,a)=>{const n=hs(t.size,t.K);return Ds(n,e,l??a,s),n.s=fs[l]?0:Ms(n),n}).reduce((s,e)=>e.s<s.s?e:s)}}ts(4)};qs.with=(...s)=>(e,t)=>qs(e,{modes:[...ms,...s],...t});const As=s=>`${s.slice(0,5)}-${s.slice(5)}`,Es=()=>`${location.host}/class`;function Ns({code:s,label:e=i("classes.qr",{code:As(s)})}){const t=qs((s=>`${location.origin}/class#${s}`)(s),{minCorrectionLevel:1}),{size:a}=t;let n="";for(let s=0;s<a;s++)for(let e=0;e<a;e++)t.get(e,s)&&(n+=`M${e} ${s}h1v1h-1z`);return r`<svg class="qr" viewBox=${`-4 -4 ${a+8} ${a+8}`} role="img" aria-label=${e} shape-rendering="crispEdges">
    <path fill="#fff" d=${`M-4 -4h${a+8}v${a+8}h-${a+8}z`} /><path fill="#000" d=${n} />
  </svg>`}const Os=()=>u(new URL("./classes.css",import.meta.url));function Ts(s,t){const[,l]=e(0);return a(()=>{if(!s||t)return;const e=setInterval(()=>l(s=>s+1),1e3);return()=>clearInterval(e)},[s,t]),!s||t?null:Math.max(Math.ceil((Date.parse(s)-n.client.now())/1e3),0)}function Ks({endsAt:s,isPaused:e}){const t=Ts(s,e),n=0===t;return a(()=>{n&&$(i("classes.time_is_up"))},[n]),null===t?null:n?r`<strong>${i("classes.time_is_up")}</strong>`:r`<span role="timer" class="time-left">${i("classes.time_left",{time:Ls(t)})}</span>`}function Bs({endsAt:s,isPaused:e}){const t=Ts(s,e);return null===t?null:r`<span class="time-left"> · ${Ls(t)}</span>`}const Ls=s=>`${p(Math.floor(s/60))}:${String(s%60).padStart(2,"0")}`;function Us({scanned:s,wasSignedOut:t}){f(i("classes.enter_title"));const[l,o]=e(s),[u,$]=e(null),{run:p,running:d,error:b}=_(),m=async()=>{const s=await n.client.post("/class_names",{body:{code:l},patience:c});return!!s.names.length&&(await Xs(s.language),$(s),!0)},h=s=>p(async()=>{if(s||!await m())try{const e=await n.client.post("/class_sign_in",{body:{code:l,...s&&{name:s}},patience:c});n.enterClass({token:e.token,classId:e.class_id,name:e.name,code:e.code})}catch(s){throw s instanceof g&&"name_taken_in_class"===s.code&&await m(),s}});return a(()=>{s&&h(null)},[]),u?r`<div class="narrow class-entrance">
      <h1>${u.name}</h1>
      <p class="lead">${i("classes.choose_name")}</p>
      ${b&&r`<p class="fault" role="alert">${y(b)}</p>`}
      <ul class="plain class-names">
        ${u.names.map(s=>r`<li key=${s}><button type="button" class="big" aria-disabled=${d} onClick=${()=>h(s)}>${s}</button></li>`)}
      </ul>
      <p class="actions"><button type="button" class="quiet" onClick=${()=>p(m)}>${i("classes.other_names")}</button></p>
    </div>`:r`<form class="narrow class-entrance" onSubmit=${v(()=>h(null))}>
    <h1>${i("classes.enter_title")}</h1>
    ${t&&r`<p class="notice" role="alert">${i("classes.signed_out")}</p>`}
    <p class="lead">${i("classes.enter_lead")}</p>
    <div class="field">
      <label for="class-code">${i("classes.code")}</label>
      <input id="class-code" class="class-code" value=${l} required minlength="10" maxlength="20" autocomplete="off" autocapitalize="characters"
        spellcheck=${!1} aria-describedby="class-code-hint" onInput=${s=>o(s.currentTarget.value)} />
      <p class="hint" id="class-code-hint">${i("classes.code_hint")}</p>
    </div>
    ${b&&r`<p class="fault" role="alert">${y(b)}</p>`}
    <p><button type="submit" class="primary big" aria-disabled=${d}>${i("classes.enter")}</button></p>
  </form>`}function Vs({pupil:s,leave:n}){const{data:l,error:c}=W("/classes/{class_id}/mine",s.classId,2500),o=function(){const[s,t]=e({of:null});return a(()=>{const s=k("/games/any"),e=()=>s&&w(s).then(s=>t({of:s}),()=>{setTimeout(e,2500)});e()},[]),s.of}(),u=l?.game??null,p=l?.paused??!1,d=l?.language;a(()=>{d&&Xs(d)},[d]),a(()=>{u&&$(i("classes.game_begins")),scrollTo(0,0)},[u]);const b=t(!1);return a(()=>{p!==b.current&&$(i(p?"classes.paused_pupil":"classes.goes_on")),b.current=p},[p]),"over"===l?.status||c instanceof g&&404===c.status?r`<${Rs} leave=${n} />`:r`
    ${p&&r`<p class="class-paused">${i("classes.paused_pupil")}</p>`}
    ${Boolean(c)&&!l&&r`<${h} error=${c} />`}
    ${l&&u&&o?r`<p class="class-line">
            <span>${i("classes.round_and_table",{round:l.round,table:l.table??0})}</span>
            <${Ks} endsAt=${"playing"===l.status?l.round_ends_at:null} isPaused=${p} />
          </p>
          <${o} key=${u} params=${{id:u}} fragment=${new URLSearchParams} query=${new URLSearchParams} />`:r`<${Fs} mine=${l} pupil=${s} leave=${n} />`}
  `}function Fs({mine:s,pupil:e,leave:t}){f(i("classes.class_title"));const a=null!=s?.table&&["formed","playing"].includes(s.status),n=a?i("classes.your_table",{table:s?.table??0}):i("classes.you_are_in");return r`<div class="narrow class-waiting">
    <h1>${s?.name??i("classes.class_title")}</h1>
    <p>${i("classes.you_are")}</p>
    <p class="class-name">${s?.me??e.name}</p>
    <p class="lead" role="status">${n}</p>
    <p>${i(a?"classes.begins_soon":"classes.wait_for_table")}</p>
    ${e.code&&r`<p class="notice">${i("classes.own_code")} <strong class="code">${As(e.code)}</strong></p>`}
    <p><button type="button" class="quiet" onClick=${t}>${i("classes.not_me")}</button></p>
  </div>`}function Rs({leave:s}){return f(i("classes.class_title")),r`<div class="narrow class-waiting">
    <h1>${i("classes.over_title")}</h1>
    <p class="lead">${i("classes.over_pupil")}</p>
    <p><button type="button" class="primary" onClick=${s}>${i("classes.sign_out")}</button></p>
  </div>`}async function Xs(s){[s,U].includes(C())||(await S(s),x.set({...x.value}))}const Ys=Object.freeze(Object.defineProperty({__proto__:null,default:function({fragment:s}){d(),Os();const{pupil:l}=b(n.standing),[c]=s.keys(),[o,i]=e(c??""),[u,$]=e(!1),p=t(!1),g=t(!1);a(()=>{$(null===l&&p.current&&!g.current),p.current=null!==l,l&&i(""),g.current=!1},[l]);const h=s=>{g.current=!0,i(s),n.pupil&&n.leaveClass()};return a(()=>{c&&(h(c),m("/class",{replace:!0}))},[c]),l?r`<${Vs} key=${l.token} pupil=${l} leave=${()=>h("")} />`:r`<${Us} key=${o} scanned=${o} wasSignedOut=${u} />`}},Symbol.toStringTag,{value:"Module"})),Gs=["","30","60","120"],Hs=["1","7","30","180","366"],Qs=[3,4,5,6];function Js(){const s=I(),[t,a]=e({name:"",kind:"class",places:"24",language:E(),preset:"classic",seats:"4",clock:"",emotes:!1,kept:"30"}),{data:l,error:o,reload:u}=z(),{run:$,running:d,error:b}=_(),g=s=>e=>a({...t,[s]:e});if(!l)return r`<${j} error=${o} retry=${u} />`;const f=l.presets.filter(({players_min:s,players_max:e})=>s<=3&&e>=4),{players_max:y}=D(l,t.preset);return r`<form class="panel" onSubmit=${v(()=>$(async()=>{const{name:s,kind:e,language:a,preset:l,emotes:o}=t,r={name:s.trim(),kind:e,language:a,preset:l,emotes:o,places:Number(t.places),seats:Number(t.seats),keep_days:Number(t.kept),turn_seconds:t.clock?Number(t.clock):null},i=await n.client.post("/classes",{body:r,patience:c});J(i.id,i),m(`/classes/${i.id}`)}))}>
    <h2>${i("classes.new")}</h2>
    <${M} legend=${i("classes.kind")} value=${t.kind} onChange=${g("kind")}
      options=${["class","party"].map(s=>({value:s,label:i(`classes.kind_${s}`),hint:i(`classes.kind_${s}_hint`)}))} />
    <div class="field">
      <label for=${`${s}-name`}>${i("classes.name")}</label>
      <input id=${`${s}-name`} value=${t.name} required maxlength="30" autocomplete="off" aria-describedby=${`${s}-name-hint`}
        onInput=${s=>g("name")(s.currentTarget.value)} />
      <p class="hint" id=${`${s}-name-hint`}>${i("classes.name_hint")}</p>
    </div>
    <div class="field">
      <label for=${`${s}-places`}>${i("classes.places")}</label>
      <input id=${`${s}-places`} type="number" min="2" max=${60} required value=${t.places}
        onInput=${s=>g("places")(s.currentTarget.value)} />
    </div>
    <${P} label=${i("classes.language")} value=${t.language} onChange=${g("language")}
      options=${Object.entries(V).map(([s,e])=>({value:s,label:e}))} />
    <details>
      <summary>${i("classes.more")}</summary>
      <${P} label=${i("classes.preset")} value=${t.preset} onChange=${g("preset")}
        options=${f.map(({name:s})=>({value:s,label:A(s)}))} />
      <${M} legend=${i("classes.seats")} value=${t.seats} onChange=${g("seats")}
        options=${Qs.filter(s=>s<=y).map(s=>({value:String(s),label:p(s)}))} />
      <${P} label=${i("classes.clock")} value=${t.clock} onChange=${g("clock")}
        options=${Gs.map(s=>({value:s,label:s?i("classes.clock_seconds",{count:Number(s)}):i("classes.clock_none")}))} />
      <${q} label=${i("classes.emotes")} isOn=${t.emotes} set=${g("emotes")} />
      <${P} label=${i("classes.kept")} value=${t.kept} onChange=${g("kept")}
        options=${Hs.map(s=>({value:s,label:i("classes.days",{count:Number(s)}),hint:i("classes.kept_hint")}))} />
    </details>
    ${b&&r`<${h} error=${b} />`}
    <p><button type="submit" class="primary big" aria-disabled=${d}>${i("classes.make")}</button></p>
  </form>`}function Ws(){const{data:s,error:t,reload:a}=N(s=>n.client.get("/classes",{signal:s,patience:c}),[]),[l,o]=e(!1),u=s?.results??[];return t?r`<${h} error=${t} retry=${a} />`:s?l||!u.length?r`<${Js} />`:r`
    <p class="actions"><button type="button" class="primary" onClick=${()=>o(!0)}>${i("classes.new")}</button></p>
    <ul class="plain games">
      ${u.map(s=>r`<li class="panel" key=${s.id}>
          <h2><a href=${`/classes/${s.id}`}>${s.name}</a></h2>
          <p>${i(`classes.kind_${s.kind}`)} · ${i(`classes.is_${s.status}`)} · ${i("classes.signed_in",{count:s.signed_in})}</p>
          <p class="soft">${i("classes.deleted_at",{at:O(s.delete_at,{dateStyle:"medium"})})}</p>
        </li>`)}
    </ul>
  `:r`<p class="loading" role="status">${i("common.loading")}</p>`}const Zs=Object.freeze(Object.defineProperty({__proto__:null,default:function(){d(),Os(),f(i("classes.title"));const{account:s,state:e}=b(n.standing);return r`<div class="narrow">
    <h1>${i("classes.title")}</h1>
    <p class="lead">${i("classes.lead")}</p>
    ${"loading"===e&&r`<p class="loading" role="status">${i("common.loading")}</p>`}
    ${s&&!s.is_guest&&r`<${Ws} key=${s.username} />`}
    ${"loading"!==e&&(!s||s.is_guest)&&r`<p class="notice">${i("classes.for_people")}</p>
      <p class="actions"><a class="button primary" href=${s?"/me":"/sign-in"}>${i("classes.sign_in")}</a>
        <a class="button" href="/class">${i("classes.have_code")}</a></p>`}
  </div>`}},Symbol.toStringTag,{value:"Module"}));function se({group:s,issued:e}){const{codes:t,partyCode:a}=e;return r`<section class=${"waiting"===s.status?"class-cards":"class-cards print-only"} aria-labelledby="class-cards">
    <h2 id="class-cards">${i("classes.cards_of",{name:s.name})}</h2>
    ${a&&r`<div class="card-party">
      <${Ns} code=${a} />
      <p>${i("classes.card_address",{address:Es()})}<br /><strong class="code">${As(a)}</strong></p>
    </div>`}
    <ul class="plain">
      ${t.map(({place:e,name:t,code:a})=>r`<li key=${e} class="code-card">
          <${Ns} code=${a} />
          <p>
            <strong class="card-name">${t}</strong>
            <span>${i("classes.card_address",{address:Es()})}</span>
            <strong class="code">${As(a)}</strong>
            <span class="soft">${i("classes.card_number",{name:s.name,number:e})}</span>
          </p>
        </li>`)}
    </ul>
  </section>`}function ee({group:s,choose:e}){const t="waiting"!==s.status,a=s.places.filter(e=>!t||!ae(s,e));return a.length&&"over"!==s.status?r`<section aria-labelledby="class-children">
    <h2 id="class-children">${i(t?"classes.without_table":"classes.children")}</h2>
    <ul class="plain class-children">
      ${a.map(s=>r`<li key=${s.number}>
          <button type="button" class=${"child "+(s.signed_in?"in":"out")} onClick=${()=>e(s.number)}>
            <span>${s.name}</span>
            <small>${i(te(s))}</small>
          </button>
        </li>`)}
    </ul>
  </section>`:null}const te=({signed_in:s})=>s?"classes.in":"classes.not_in",ae=({tables:s},{number:e})=>s.some(({status:s,seats:t})=>t.some(t=>t.place===e&&(!t.bot||"over"===s)));function ne({group:s,place:t,act:a,running:l,refusal:o,look:u,close:$}){const{run:p,error:d}=_(),[b,m]=e(""),[g,f]=e(!1),{number:y}=t,v=s.tables.find(s=>s.seats.some(s=>s.place===y)),k=async e=>{await a(()=>null!==e&&w?X(s.id,{by:"hand",tables:le(s.tables,y,e),seats:s.seats}):((s,e,t)=>n.client.post("/classes/{class_id}/places/{place}/move",{params:{class_id:s,place:e},body:{table:t},patience:c}))(s.id,y,e)),$()},w=t.signed_in&&"formed"===s.status,C=t.signed_in&&"playing"===s.status,S=s.tables.filter(s=>function(s,e,t){if(s.seats.some(s=>s.place===e&&!s.bot))return!1;const a=s.seats.filter(s=>null!==s.place).length;return t?a<6:"playing"===s.status&&s.seats.some(({bot:s})=>s)}(s,y,w));if(g){const e=async()=>{await a(()=>((s,e)=>n.client.delete("/classes/{class_id}/places/{place}",{params:{class_id:s,place:e},patience:c}))(s.id,y),i("classes.freed")),$()};return r`<${T} title=${i("classes.free_title",{name:t.name})} confirm=${i("classes.free")} onConfirm=${e}
      close=${()=>f(!1)} running=${l}>
      <p>${i(`classes.free_text_${s.kind}`)}</p>
    <//>`}return r`<${K} title=${t.name} close=${$}>
    <p>${v?i("classes.at_table",{number:v.number}):i("classes.at_no_table")} · ${i(te(t))}</p>
    ${Boolean(d??o)&&r`<${h} error=${d??o} />`}
    ${(w||C)&&r`<h3>${i("classes.seat_at")}</h3>
      ${0===S.length&&r`<p class="hint">${i("classes.no_goal")}</p>`}
      <p class="actions">
        ${S.map(s=>r`<button type="button" key=${s.number} aria-disabled=${l}
            onClick=${()=>k(s.number)}>${i("classes.table",{number:s.number})}</button>`)}
        ${C&&ae(s,t)&&r`<button type="button" aria-disabled=${l} onClick=${()=>k(null)}>${i("classes.take_off")}</button>`}
      </p>`}
    ${b&&r`<div class="new-code"><${Ns} code=${b} /> <strong class="code">${As(b)}</strong></div>`}
    ${"over"!==s.status&&r`<p class="actions">
      <button type="button" onClick=${()=>p(async()=>{await n.client.post("/classes/{class_id}/places/{place}/name",{params:{class_id:s.id,place:y},patience:c}),u()})}>${i("classes.another_name")}</button>
      <button type="button" onClick=${()=>p(async()=>{const{codes:e}=await G(s.id,{places:[y]});m(e[0]?.code??"")})}>${i("classes.new_code")}</button>
      ${("party"===s.kind||t.signed_in)&&r`<button type="button" class="danger" onClick=${()=>f(!0)}>${i("classes.free")}</button>`}
    </p>
    <p class="hint">${i("classes.new_code_hint")}</p>`}
  <//>`}function le(s,e,t){return s.map(({number:s,seats:a})=>{const n=a.flatMap(s=>null===s.place||s.place===e?[]:[s.place]);return s===t?[...n,e]:n}).filter(s=>s.length>0)}function ce({group:s,act:t,running:a}){const[l,c]=e(""),{run:o,running:u,error:p}=_(),d=b(Q).get(s.id),g="over"===s.status,h={codes:async()=>{await G(s.id),$(i("classes.codes_once"))},end:()=>t(()=>R(s.id,"end"),i("classes.is_over")),delete:async()=>{await n.client.delete("/classes/{class_id}",F(s.id)),m("/classes")}};return r`<section class="class-more" aria-labelledby="class-more">
    <h2 id="class-more">${i("classes.more_title")}</h2>
    <p class="actions">
      ${!g&&r`${H(s)?r`<button type="button" aria-disabled=${a} onClick=${()=>t(()=>R(s.id,"close"),i("classes.sign_in_shut"))}>${i("classes.close")}</button>`:r`<button type="button" aria-disabled=${a} onClick=${()=>t(()=>R(s.id,"open"),i("classes.opened"))}>${i("classes.open")}</button>`}
        ${d&&r`<button type="button" onClick=${()=>print()}>${i("classes.print_codes")}</button>`}
        <button type="button" onClick=${()=>c("codes")}>${i("classes.renew_codes")}</button>
        <button type="button" onClick=${()=>c("end")}>${i("classes.end")}</button>`}
      <button type="button" class="danger" onClick=${()=>c("delete")}>${i("classes.delete")}</button>
    </p>
    <p class="hint">${i("classes.deleted_at",{at:O(s.delete_at,{dateStyle:"long"})})}</p>
    ${l&&r`<${T} title=${i(`classes.${l}_title`)} confirm=${i(`classes.${l}_now`)} close=${()=>c("")} error=${p}
      running=${u} onConfirm=${()=>{return s=h[l],o(async()=>{await s(),c("")});var s}}>
      <p>${i(`classes.${l}_text`)}</p>
    <//>`}
  </section>`}const oe=["","5","10","15","20","30","45"];function re(s){const{group:e}=s,n=t(null);a(()=>{const{activeElement:s}=document;s&&s!==document.body||n.current?.querySelector("button")?.focus({preventScroll:!0}),"between"===e.status&&$(i("classes.step_between"))},[]);const l=e.paused&&"over"!==e.status?ue:$e[e.status];return r`<section class="panel class-next" aria-label=${i("classes.next_step")} ref=${n}>
    <${l} ...${s} />
  </section>`}function ie({group:s,act:t,running:a,isEmpty:n=!1,label:l=i("classes.form")}){const[c,o]=e(String(s.seats)),[u,$]=e(s.round>0?"results":"lot");return r`<div class="class-choices">
    <${pe} label=${l} running=${a||n} onClick=${()=>t(()=>X(s.id,{by:u,seats:Number(c)}),i("classes.formed"))} />
    <${P} label=${i("classes.seats")} value=${c} onChange=${o}
      options=${Qs.map(s=>({value:String(s),label:p(s)}))} />
    ${s.round>0&&r`<${P} label=${i("classes.by")} value=${u} onChange=${$}
      options=${["results","lot"].map(s=>({value:s,label:i(`classes.by_${s}`)}))} />`}
  </div>`}function ue({group:s,act:e,running:t}){return r`<${pe} label=${i("classes.resume")} running=${t} onClick=${()=>e(()=>R(s.id,"resume"),i("classes.goes_on"))} />`}const $e={waiting:function({group:s,act:e,running:t}){const a=s.places.filter(({signed_in:s})=>s).length;return H(s)?r`
    <p role="status">${i("classes.step_waiting",{count:a,places:s.size})}</p>
    <${ie} group=${s} act=${e} running=${t} isEmpty=${0===a} />
  `:r`<p>${i("classes.step_closed")}</p>
      <${pe} label=${i("classes.open")} running=${t} onClick=${()=>e(()=>R(s.id,"open"),i("classes.opened"))} />`},formed:function({group:s,act:t,running:a}){const[n,l]=e("15"),[c,o]=e(!1);return r`
    <p>${i("classes.step_formed")}</p>
    <div class="class-choices">
      <${pe} label=${i("classes.start")} running=${a} onClick=${()=>t(()=>Y(s.id,n?{minutes:Number(n)}:{}),i("classes.started"))} />
      <${P} label=${i("classes.minutes")} value=${n} onChange=${l}
        options=${oe.map(s=>({value:s,label:s?i("classes.minutes_count",{count:Number(s)}):i("classes.minutes_none")}))} />
      ${!c&&r`<button type="button" class="quiet" onClick=${()=>o(!0)}>${i("classes.form_otherwise")}</button>`}
    </div>
    ${c&&r`<${ie} group=${s} act=${t} running=${a} label=${i("classes.form_again")} />`}
  `},playing:function({group:s,act:t,running:a}){const[n,l]=e(!1),c=Ts(s.round_ends_at,!1),o=s.tables.filter(({status:s})=>"over"===s).length,u=s.tables.some(({game:s})=>null===s),$=0===c;return r`
    <p class="class-clock"><${Ks} endsAt=${s.round_ends_at} isPaused=${!1} />
      <span>${i("classes.step_playing",{count:o,tables:s.tables.length})}</span></p>
    <p class="actions">
      <button type="button" class=${$?"":"primary big"} aria-disabled=${a}
        onClick=${()=>t(()=>R(s.id,"pause"),i("classes.paused"))}>${i("classes.pause")}</button>
      ${u&&r`<button type="button" aria-disabled=${a} onClick=${()=>t(()=>Y(s.id))}>${i("classes.start_rest")}</button>`}
      <button type="button" class=${$?"primary big":""} onClick=${()=>l(!0)}>${i("classes.finish")}</button>
    </p>
    ${n&&r`<${T} title=${i("classes.finish_title")} confirm=${i("classes.finish")} onConfirm=${()=>{l(!1),t(()=>R(s.id,"finish"),i("classes.finished"))}} close=${()=>l(!1)} running=${a}>
      <p>${i("classes.finish_text")}</p>
    <//>`}
  `},between:function(s){return r`<p>${i("classes.step_between")}</p><${ie} ...${s} label=${i("classes.next_round")} />`},over:function({group:s}){return r`<p>${i("classes.step_over")}</p>
    <p class="actions"><a class="button primary big" href=${`/classes/${s.id}/results`}>${i("classes.results")}</a></p>`}};function pe({label:s,running:e,onClick:t}){return r`<button type="button" class="primary big" aria-disabled=${e} onClick=${()=>e||t()}>${s}</button>`}function de({group:s,choose:e}){if(!s.tables.length)return null;const t=e=>!1===s.places.find(({number:s})=>s===e)?.online;return r`<section aria-labelledby="class-tables">
    <h2 id="class-tables" class="visually-hidden">${i("classes.tables")}</h2>
    <ul class="plain class-tables">
      ${s.tables.map(a=>r`<li key=${a.number} class=${`panel class-table ${a.status}`}>
          <div class="class-table-head">
            <h3>${i("classes.table",{number:a.number})}</h3>
            ${"over"===a.status&&r`<span class="badge">${i("classes.table_over")}</span>`}
            ${a.game&&r`<a class="button quiet" href=${`/games/${a.game}`} target="_blank"
              aria-label=${i("classes.watch_table",{number:a.number})}>${i("classes.watch")}</a>`}
          </div>
          <ol class="plain">
            ${a.seats.map(n=>r`<li key=${n.seat} class=${be(a,n)?"acting":""}>
                ${null===n.place?r`<span>${i("classes.bot")}</span>`:r`<button type="button" class="child" onClick=${()=>e(n.place??0)}>${n.name}</button>`}
                <span class="notes">${function(s,e,t){return[be(s,e)&&i("classes.turn"),me(s,e)&&i("classes.first"),"playing"===s.status&&0===e.hand_size&&i("classes.no_cards"),null!==e.place&&e.bot&&"playing"===s.status&&i("classes.bot_plays"),null!==e.place&&!e.bot&&"playing"===s.status&&t(e.place)&&i("classes.away")].filter(s=>"string"==typeof s)}(a,n,t).join(" · ")}${be(a,n)&&null!==s.turn_seconds&&r`<${Bs} endsAt=${a.deadline} isPaused=${s.paused} />`}</span>
                ${"formed"!==a.status&&r`<span class="score">${function(s,e){const t=s.scores?.[e.seat];return void 0===t?"":r`${p(t)}<span class="visually-hidden"> ${i("classes.books")}</span>`}(a,n)}</span>`}
              </li>`)}
          </ol>
        </li>`)}
    </ul>
  </section>`}const be=(s,e)=>"playing"===s.status&&s.turn===e.seat,me=({status:s,scores:e},{seat:t})=>"over"===s&&null!==e&&e[t]===Math.max(...e,1);function ge(){return r`<div class="notice">
    <p>${i("classes.codes_once")}</p>
    <p class="actions"><button type="button" class="primary" onClick=${()=>print()}>${i("classes.print_codes")}</button></p>
  </div>`}const he=Object.freeze(Object.defineProperty({__proto__:null,default:function({params:s}){const t=s.id??"";d(),Os();const{data:a,error:n,show:l,look:c}=W("/classes/{class_id}",t,2e3),{run:o,running:u,error:p}=_(),[m,g]=e(null),y=b(Q).get(t);f(a?.name??i("classes.title"));const v=(s,e)=>o(async()=>{l(await s()),e&&$(e)});if(!a)return r`<h1>${i("classes.title")}</h1>
      ${n?r`<${h} error=${n} retry=${c} />`:r`<p class="loading" role="status">${i("common.loading")}</p>`}`;const k=a.places.find(({number:s})=>s===m);return r`<div class="class-page">
    <div class="no-print">
      <header class="class-head">
        <h1>${a.name}</h1>
        <p class="soft">${function(s){const{kind:e,places:t,round:a,size:n,sign_in_until:l,status:c}=s,o=t.filter(({signed_in:s})=>s).length;return[i(`classes.kind_${e}`),a>0&&i("classes.round",{round:a}),i("classes.signed_in_of",{count:o,places:n}),"over"!==c&&(l&&H(s)?i("classes.open_until",{at:O(l,{timeStyle:"short"})}):i("classes.sign_in_shut"))].filter(Boolean).join(" · ")}(a)}</p>
        <p class="actions">
          <a class="button" href=${`/classes/${t}/screen${y?.partyCode?`#${y.partyCode}`:""}`} target="_blank">${i("classes.screen")}</a>
          <a class="button" href=${`/classes/${t}/results`}>${i("classes.results")}</a>
        </p>
      </header>
      ${Boolean(n)&&r`<${h} error=${n} retry=${c} />`}
      ${Boolean(p)&&r`<${h} error=${p} />`}
      ${a.paused&&"over"!==a.status&&r`<p class="class-paused" role="status">${i("classes.paused")}</p>`}
      <${re} key=${(s=>[s.status,s.paused,"waiting"===s.status&&H(s)].join())(a)} group=${a} act=${v} running=${u} />
      ${y&&"waiting"===a.status&&r`<${ge} />`}
      <${de} group=${a} choose=${g} />
      <${ee} group=${a} choose=${g} />
      <${ce} group=${a} act=${v} running=${u} />
      ${k&&r`<${ne} group=${a} place=${k} act=${v} running=${u} refusal=${p} look=${c} close=${()=>g(null)} />`}
    </div>
    ${y&&r`<${se} group=${a} issued=${y} />`}
  </div>`}},Symbol.toStringTag,{value:"Module"}));function fe({group:s,partyCode:e,hasNames:t}){const a=s.places.filter(({signed_in:s})=>s);return r`<div class="screen-arriving">
    <div>
      <p>${i(H(s)?"classes.screen_open":"classes.screen_shut")}</p>
      ${H(s)&&r`<p class="screen-big">${Es()}</p>`}
      ${e&&r`<p class="screen-big code">${As(e)}</p>`}
      <p class="screen-count" role="status">${i("classes.signed_in_of",{count:a.length,places:s.size})}</p>
    </div>
    ${e&&r`<${Ns} code=${e} />`}
    ${t&&r`<ul class="plain">${a.map(({number:s,name:e})=>r`<li key=${s}>${e}</li>`)}</ul>`}
  </div>`}function _e({group:s,hasNames:e}){return r`<ul class="plain screen-tables">
    ${s.tables.map(s=>r`<li key=${s.number} class=${s.status}>
        <h2>${i("classes.table",{number:s.number})}</h2>
        <ol class="plain">
          ${s.seats.map(t=>{const a=null===t.place?i("classes.bot"):e?t.name:i("classes.seat",{number:t.seat+1}),n=[be(s,t)&&"acting",me(s,t)&&"winner"].filter(Boolean).join(" ");return r`<li key=${t.seat} class=${n}>
              <span>${a}${n&&r`<span class="visually-hidden"> (${i("acting"===n?"classes.turn":"classes.first")})</span>`}</span>
              ${"formed"!==s.status&&r`<b>${p(s.scores?.[t.seat]??0)}</b>`}
            </li>`})}
        </ol>
      </li>`)}
  </ul>`}function ye(){const{isFull:s,fill:e}=B();return e?r`<button type="button" aria-pressed=${s} onClick=${e}>${i("classes.full_screen")}</button>`:null}const ve=Object.freeze(Object.defineProperty({__proto__:null,default:function({params:s,fragment:t}){const a=s.id??"";Os();const{data:n,error:l,look:c}=W("/classes/{class_id}",a,2e3),[o,u]=e(!0),[$=null]=t.keys();if(f(n?.name??i("classes.title")),!n)return l?r`<${h} error=${l} retry=${c} />`:r`<p class="loading" role="status">${i("common.loading")}</p>`;const p=n.tables.length>0&&"waiting"!==n.status;return r`<div class=${`class-screen tables-${Math.min(n.tables.length,12)}`}>
    <header>
      <h1>${n.name}</h1>
      ${n.round>0&&r`<p>${i("classes.round",{round:n.round})}</p>`}
      ${"playing"===n.status&&r`<p class="screen-clock"><${Ks} endsAt=${n.round_ends_at} isPaused=${n.paused} /></p>`}
      <p class="screen-tools">
        <button type="button" aria-pressed=${o} onClick=${()=>u(!o)}>${i("classes.names")}</button>
        <${ye} />
      </p>
    </header>
    ${n.paused&&r`<p class="screen-paused" role="status">${i("classes.paused_screen")}</p>`}
    ${"over"===n.status?r`<p class="screen-big">${i("classes.over_pupil")}</p>`:p?r`<${_e} group=${n} hasNames=${o} />`:r`<${fe} group=${n} partyCode=${$} hasNames=${o} />`}
  </div>`}},Symbol.toStringTag,{value:"Module"}));function ke({results:s,rounds:e}){const t=Array.from({length:e},(s,e)=>e+1);return r`
    <div class="wide" role="group" aria-label=${i("classes.results")} tabindex="0">
      <table>
        <thead><tr>
          <th scope="col" class="number">${i("classes.rank")}</th><th scope="col">${i("classes.child")}</th>
          <th scope="col" class="number">${i("classes.games")}</th><th scope="col" class="number">${i("classes.firsts")}</th>
          <th scope="col" class="number">${i("classes.books_title")}</th><th scope="col" class="number">${i("classes.asks")}</th>
          <th scope="col" class="number">${i("classes.hits")}</th>
          ${t.map(s=>r`<th scope="col" class="number" key=${s}>${i("classes.round",{round:s})}</th>`)}
        </tr></thead>
        <tbody>
          ${s.map(s=>r`<tr key=${s.place}>
              <td class="number">${p(s.rank)}</td><th scope="row">${s.name}</th>
              <td class="number">${p(s.games)}</td><td class="number">${p(s.firsts)}</td>
              <td class="number">${p(s.books)}</td><td class="number">${p(s.asks)}</td>
              <td class="number">${p(s.hits)}</td>
              ${t.map(e=>r`<td class="number" key=${e}>${function({tables:s},e){return s.filter(s=>s.round===e).map(({table:s,books:e,first:t})=>i(t?"classes.round_first":"classes.round_books",{table:s,books:e})).join(", ")}(s,e)}</td>`)}
            </tr>`)}
        </tbody>
      </table>
    </div>
    <p class="hint">${i("classes.results_hint")}</p>
  `}const we=Object.freeze(Object.defineProperty({__proto__:null,default:function({params:s}){const e=s.id??"";d(),Os(),f(i("classes.results"));const{data:t,error:a,reload:l}=N(s=>n.client.get("/classes/{class_id}/results",{...F(e),signal:s}),[e]),{run:c,error:o}=_();if(!t)return r`<h1>${i("classes.results")}</h1>
      ${a?r`<${h} error=${a} retry=${l} />`:r`<p class="loading" role="status">${i("common.loading")}</p>`}`;const{name:u,results:$}=t;return r`<article class=${t.rounds>5?"class-sheet many-rounds":"class-sheet"}>
    <h1>${i("classes.sheet_title",{name:u})}</h1>
    <p>${O(new Date,{dateStyle:"full"})} · ${i("classes.rounds",{count:t.rounds})} · ${i("classes.children_count",{count:$.length})}</p>
    <p class="actions no-print">
      <button type="button" class="primary" onClick=${()=>print()}>${i("classes.print")}</button>
      <button type="button" onClick=${()=>c(()=>async function(s,e){const{sender:t,token:a}=n.client,l={Accept:"text/csv",...a&&{Authorization:`Bearer ${a}`}},c=await t.open(`/classes/${s}/results`,{headers:l});if(!c.ok)throw g.of(c,await c.text());L(await c.blob(),`${e.replace(/[^\p{L}\p{N}]+/gu,"-")}.csv`)}(e,u))}>${i("classes.csv")}</button>
      <a class="button" href=${`/classes/${e}`}>${i("classes.back")}</a>
    </p>
    ${Boolean(o)&&r`<${h} error=${o} />`}
    ${0===$.length?r`<p>${i("classes.no_results")}</p>`:r`<${ke} results=${$} rounds=${t.rounds} />`}
    <section class="sheet-notes">
      <h2>${i("classes.observations")}</h2>
      <ul>
        <li>${i("classes.question_memory")}</li>
        <li>${i("classes.question_guess")}</li>
        <li>${i("classes.question_fair")}</li>
      </ul>
    </section>
  </article>`}},Symbol.toStringTag,{value:"Module"}));export{Zs as l,Ys as p,we as r,ve as s,he as v};
