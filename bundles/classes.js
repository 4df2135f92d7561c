import{ao as e,d as t,T as s,A as n,s as a,U as l,X as r,ap as o,h as c,t as i,u,c as d,n as p,S as $,k as f,y as g,K as h,G as b,e as m,Y as y,q as _,g as w,aq as k,ar as v,as as C,at as B,aj as M,f as A,ak as x,E as S,P as L,a7 as D,a5 as j,V as P,B as I,ai as T,p as q,au as z,a as N,r as O,Q as R,D as E,m as H,v as U}from"./main.js";const F=e=>({params:{class_id:e},patience:r}),G=(e,t)=>a.client.post("/classes/{class_id}/direct",{...F(e),body:{action:t}}),Q=(e,t)=>a.client.post("/classes/{class_id}/tables",{...F(e),body:t}),K=(e,t={})=>a.client.post("/classes/{class_id}/start",{...F(e),body:t});async function Y(e,t={}){const s=await a.client.post("/classes/{class_id}/codes",{...F(e),body:t});return Z(e,s),s}const V=({sign_in_until:e})=>null!==e&&Date.parse(e)>a.client.now(),X=new e(new Map);function Z(e,{codes:t=[],party_code:s=null}){const n=X.value.get(e)??{codes:[],partyCode:null},a=[...n.codes.filter(({place:e})=>!(e=>t.some(t=>t.place===e))(e)),...t].sort((e,t)=>e.place-t.place);X.set(new Map(X.value).set(e,{codes:a,partyCode:s??n.partyCode}))}function J(e,r,c){const[i,u]=t({}),d=s(null),p=s(0),$=s(!1),f=async()=>{if($.current)return;$.current=!0;const t=p.current;try{const s=await a.client.request("GET",e,{...F(r),...d.current&&{etag:d.current}});if(p.current!==t)return;304!==s.status?(d.current=s.etag,u({data:s.data})):u(({data:e})=>({...void 0!==e&&{data:e}}))}catch(e){o(e),p.current===t&&u(({data:t})=>({...void 0!==t&&{data:t},error:e}))}finally{$.current=!1}};return n(()=>(a.ready.then(f),()=>{p.current+=1}),[r]),l(f,c),{data:i.data,error:i.error,look:f,show:e=>{p.current+=1,d.current=null,u({data:e})}}}
/*! QR Code Generator 2.0.4, MIT License: qrcode.LICENSE.txt */const W=function(e,t){let s=e;const n=ee[t];let a=null,l=0,r=null;const o=[],c={},i=function(e,t){l=4*s+17,a=function(e){const t=new Array(e);for(let s=0;s<e;s+=1){t[s]=new Array(e);for(let n=0;n<e;n+=1)t[s][n]=null}return t}(l),u(0,0),u(l-7,0),u(0,l-7),p(),d(),f(e,t),s>=7&&$(e),null==r&&(r=h(s,n,o)),g(r,t)},u=function(e,t){for(let s=-1;s<=7;s+=1)if(!(e+s<=-1||l<=e+s))for(let n=-1;n<=7;n+=1)t+n<=-1||l<=t+n||(a[e+s][t+n]=0<=s&&s<=6&&(0==n||6==n)||0<=n&&n<=6&&(0==s||6==s)||2<=s&&s<=4&&2<=n&&n<=4)},d=function(){for(let e=8;e<l-8;e+=1)null==a[e][6]&&(a[e][6]=e%2==0);for(let e=8;e<l-8;e+=1)null==a[6][e]&&(a[6][e]=e%2==0)},p=function(){const e=te.getPatternPosition(s);for(let t=0;t<e.length;t+=1)for(let s=0;s<e.length;s+=1){const n=e[t],l=e[s];if(null==a[n][l])for(let e=-2;e<=2;e+=1)for(let t=-2;t<=2;t+=1)a[n+e][l+t]=-2==e||2==e||-2==t||2==t||0==e&&0==t}},$=function(e){const t=te.getBCHTypeNumber(s);for(let s=0;s<18;s+=1){const n=!e&&1==(t>>s&1);a[Math.floor(s/3)][s%3+l-8-3]=n}for(let s=0;s<18;s+=1){const n=!e&&1==(t>>s&1);a[s%3+l-8-3][Math.floor(s/3)]=n}},f=function(e,t){const s=n<<3|t,r=te.getBCHTypeInfo(s);for(let t=0;t<15;t+=1){const s=!e&&1==(r>>t&1);t<6?a[t][8]=s:t<8?a[t+1][8]=s:a[l-15+t][8]=s}for(let t=0;t<15;t+=1){const s=!e&&1==(r>>t&1);t<8?a[8][l-t-1]=s:t<9?a[8][15-t-1+1]=s:a[8][15-t-1]=s}a[l-8][8]=!e},g=function(e,t){let s=-1,n=l-1,r=7,o=0;const c=te.getMaskFunction(t);for(let t=l-1;t>0;t-=2)for(6==t&&(t-=1);;){for(let s=0;s<2;s+=1)if(null==a[n][t-s]){let l=!1;o<e.length&&(l=1==(e[o]>>>r&1)),c(n,t-s)&&(l=!l),a[n][t-s]=l,r-=1,-1==r&&(o+=1,r=7)}if(n+=s,n<0||l<=n){n-=s,s=-s;break}}},h=function(e,t,s){const n=ae.getRSBlocks(e,t),a=le();for(let t=0;t<s.length;t+=1){const n=s[t];a.put(n.getMode(),4),a.put(n.getLength(),te.getLengthInBits(n.getMode(),e)),n.write(a)}let l=0;for(let e=0;e<n.length;e+=1)l+=n[e].dataCount;if(a.getLengthInBits()>8*l)throw"code length overflow. ("+a.getLengthInBits()+">"+8*l+")";for(a.getLengthInBits()+4<=8*l&&a.put(0,4);a.getLengthInBits()%8!=0;)a.putBit(!1);for(;!(a.getLengthInBits()>=8*l||(a.put(236,8),a.getLengthInBits()>=8*l));)a.put(17,8);return function(e,t){let s=0,n=0,a=0;const l=new Array(t.length),r=new Array(t.length);for(let o=0;o<t.length;o+=1){const c=t[o].dataCount,i=t[o].totalCount-c;n=Math.max(n,c),a=Math.max(a,i),l[o]=new Array(c);for(let t=0;t<l[o].length;t+=1)l[o][t]=255&e.getBuffer()[t+s];s+=c;const u=te.getErrorCorrectPolynomial(i),d=ne(l[o],u.getLength()-1).mod(u);r[o]=new Array(u.getLength()-1);for(let e=0;e<r[o].length;e+=1){const t=e+d.getLength()-r[o].length;r[o][e]=t>=0?d.getAt(t):0}}let o=0;for(let e=0;e<t.length;e+=1)o+=t[e].totalCount;const c=new Array(o);let i=0;for(let e=0;e<n;e+=1)for(let s=0;s<t.length;s+=1)e<l[s].length&&(c[i]=l[s][e],i+=1);for(let e=0;e<a;e+=1)for(let s=0;s<t.length;s+=1)e<r[s].length&&(c[i]=r[s][e],i+=1);return c}(a,n)};c.addData=function(e,t){let s=null;switch(t=t||"Byte"){case"Numeric":s=re(e);break;case"Alphanumeric":s=oe(e);break;case"Byte":s=ce(e);break;case"Kanji":s=ie(e);break;default:throw"mode:"+t}o.push(s),r=null},c.isDark=function(e,t){if(e<0||l<=e||t<0||l<=t)throw e+","+t;return a[e][t]},c.getModuleCount=function(){return l},c.make=function(){if(s<1){let e=1;for(;e<40;e++){const t=ae.getRSBlocks(e,n),s=le();for(let t=0;t<o.length;t++){const n=o[t];s.put(n.getMode(),4),s.put(n.getLength(),te.getLengthInBits(n.getMode(),e)),n.write(s)}let a=0;for(let e=0;e<t.length;e++)a+=t[e].dataCount;if(s.getLengthInBits()<=8*a)break}s=e}i(!1,function(){let e=0,t=0;for(let s=0;s<8;s+=1){i(!0,s);const n=te.getLostPoint(c);(0==s||e>n)&&(e=n,t=s)}return t}())},c.createTableTag=function(e,t){e=e||2;let s="";s+='<table style="',s+=" border-width: 0px; border-style: none;",s+=" border-collapse: collapse;",s+=" padding: 0px; margin: "+(t=void 0===t?4*e:t)+"px;",s+='">',s+="<tbody>";for(let t=0;t<c.getModuleCount();t+=1){s+="<tr>";for(let n=0;n<c.getModuleCount();n+=1)s+='<td style="',s+=" border-width: 0px; border-style: none;",s+=" border-collapse: collapse;",s+=" padding: 0px; margin: 0px;",s+=" width: "+e+"px;",s+=" height: "+e+"px;",s+=" background-color: ",s+=c.isDark(t,n)?"#000000":"#ffffff",s+=";",s+='"/>';s+="</tr>"}return s+="</tbody>",s+="</table>",s},c.createSvgTag=function(e,t,s,n){let a={};"object"==typeof arguments[0]&&(a=arguments[0],e=a.cellSize,t=a.margin,s=a.alt,n=a.title),e=e||2,t=void 0===t?4*e:t,(s="string"==typeof s?{text:s}:s||{}).text=s.text||null,s.id=s.text?s.id||"qrcode-description":null,(n="string"==typeof n?{text:n}:n||{}).text=n.text||null,n.id=n.text?n.id||"qrcode-title":null;const l=c.getModuleCount()*e+2*t;let r,o,i,u,d,p="";for(d="l"+e+",0 0,"+e+" -"+e+",0 0,-"+e+"z ",p+='<svg version="1.1" xmlns="http://www.w3.org/2000/svg"',p+=a.scalable?"":' width="'+l+'px" height="'+l+'px"',p+=' viewBox="0 0 '+l+" "+l+'" ',p+=' preserveAspectRatio="xMinYMin meet"',p+=n.text||s.text?' role="img" aria-labelledby="'+b([n.id,s.id].join(" ").trim())+'"':"",p+=">",p+=n.text?'<title id="'+b(n.id)+'">'+b(n.text)+"</title>":"",p+=s.text?'<description id="'+b(s.id)+'">'+b(s.text)+"</description>":"",p+='<rect width="100%" height="100%" fill="white" cx="0" cy="0"/>',p+='<path d="',i=0;i<c.getModuleCount();i+=1)for(u=i*e+t,r=0;r<c.getModuleCount();r+=1)c.isDark(i,r)&&(o=r*e+t,p+="M"+o+","+u+d);return p+='" stroke="transparent" fill="black"/>',p+="</svg>",p},c.createDataURL=function(e,t){e=e||2,t=void 0===t?4*e:t;const s=c.getModuleCount()*e+2*t,n=t,a=s-t;return pe(s,s,function(t,s){if(n<=t&&t<a&&n<=s&&s<a){const a=Math.floor((t-n)/e),l=Math.floor((s-n)/e);return c.isDark(l,a)?0:1}return 1})},c.createImgTag=function(e,t,s){e=e||2,t=void 0===t?4*e:t;const n=c.getModuleCount()*e+2*t;let a="";return a+="<img",a+=' src="',a+=c.createDataURL(e,t),a+='"',a+=' width="',a+=n,a+='"',a+=' height="',a+=n,a+='"',s&&(a+=' alt="',a+=b(s),a+='"'),a+="/>",a};const b=function(e){let t="";for(let s=0;s<e.length;s+=1){const n=e.charAt(s);switch(n){case"<":t+="&lt;";break;case">":t+="&gt;";break;case"&":t+="&amp;";break;case'"':t+="&quot;";break;default:t+=n}}return t};return c.createASCII=function(e,t){if((e=e||1)<2)return function(e){e=void 0===e?2:e;const t=1*c.getModuleCount()+2*e,s=e,n=t-e;let a,l,r,o,i;const u={"██":"█","█ ":"▀"," █":"▄","  ":" "},d={"██":"▀","█ ":"▀"," █":" ","  ":" "};let p="";for(a=0;a<t;a+=2){for(r=Math.floor((a-s)/1),o=Math.floor((a+1-s)/1),l=0;l<t;l+=1)i="█",s<=l&&l<n&&s<=a&&a<n&&c.isDark(r,Math.floor((l-s)/1))&&(i=" "),s<=l&&l<n&&s<=a+1&&a+1<n&&c.isDark(o,Math.floor((l-s)/1))?i+=" ":i+="█",p+=e<1&&a+1>=n?d[i]:u[i];p+="\n"}return t%2&&e>0?p.substring(0,p.length-t-1)+Array(t+1).join("▀"):p.substring(0,p.length-1)}(t);e-=1,t=void 0===t?2*e:t;const s=c.getModuleCount()*e+2*t,n=t,a=s-t;let l,r,o,i;const u=Array(e+1).join("██"),d=Array(e+1).join("  ");let p="",$="";for(l=0;l<s;l+=1){for(o=Math.floor((l-n)/e),$="",r=0;r<s;r+=1)i=1,n<=r&&r<a&&n<=l&&l<a&&c.isDark(o,Math.floor((r-n)/e))&&(i=0),$+=i?u:d;for(o=0;o<e;o+=1)p+=$+"\n"}return p.substring(0,p.length-1)},c.renderTo2dContext=function(e,t){t=t||2;const s=c.getModuleCount();for(let n=0;n<s;n++)for(let a=0;a<s;a++)e.fillStyle=c.isDark(n,a)?"black":"white",e.fillRect(a*t,n*t,t,t)},c};W.stringToBytes=function(e){const t=[];for(let s=0;s<e.length;s+=1){const n=e.charCodeAt(s);t.push(255&n)}return t},W.createStringToBytes=function(e,t){const s=function(){const s=de(e),n=function(){const e=s.read();if(-1==e)throw"eof";return e};let a=0;const l={};for(;;){const e=s.read();if(-1==e)break;const t=n(),r=n()<<8|n();l[String.fromCharCode(e<<8|t)]=r,a+=1}if(a!=t)throw a+" != "+t;return l}(),n="?".charCodeAt(0);return function(e){const t=[];for(let a=0;a<e.length;a+=1){const l=e.charCodeAt(a);if(l<128)t.push(l);else{const l=s[e.charAt(a)];"number"==typeof l?(255&l)==l?t.push(l):(t.push(l>>>8),t.push(255&l)):t.push(n)}}return t}};const ee={L:1,M:0,Q:3,H:2},te=function(){const e=[[],[6,18],[6,22],[6,26],[6,30],[6,34],[6,22,38],[6,24,42],[6,26,46],[6,28,50],[6,30,54],[6,32,58],[6,34,62],[6,26,46,66],[6,26,48,70],[6,26,50,74],[6,30,54,78],[6,30,56,82],[6,30,58,86],[6,34,62,90],[6,28,50,72,94],[6,26,50,74,98],[6,30,54,78,102],[6,28,54,80,106],[6,32,58,84,110],[6,30,58,86,114],[6,34,62,90,118],[6,26,50,74,98,122],[6,30,54,78,102,126],[6,26,52,78,104,130],[6,30,56,82,108,134],[6,34,60,86,112,138],[6,30,58,86,114,142],[6,34,62,90,118,146],[6,30,54,78,102,126,150],[6,24,50,76,102,128,154],[6,28,54,80,106,132,158],[6,32,58,84,110,136,162],[6,26,54,82,110,138,166],[6,30,58,86,114,142,170]],t=1335,s=7973,n={},a=function(e){let t=0;for(;0!=e;)t+=1,e>>>=1;return t};return n.getBCHTypeInfo=function(e){let s=e<<10;for(;a(s)-a(t)>=0;)s^=t<<a(s)-a(t);return 21522^(e<<10|s)},n.getBCHTypeNumber=function(e){let t=e<<12;for(;a(t)-a(s)>=0;)t^=s<<a(t)-a(s);return e<<12|t},n.getPatternPosition=function(t){return e[t-1]},n.getMaskFunction=function(e){switch(e){case 0:return function(e,t){return(e+t)%2==0};case 1:return function(e,t){return e%2==0};case 2:return function(e,t){return t%3==0};case 3:return function(e,t){return(e+t)%3==0};case 4:return function(e,t){return(Math.floor(e/2)+Math.floor(t/3))%2==0};case 5:return function(e,t){return e*t%2+e*t%3==0};case 6:return function(e,t){return(e*t%2+e*t%3)%2==0};case 7:return function(e,t){return(e*t%3+(e+t)%2)%2==0};default:throw"bad maskPattern:"+e}},n.getErrorCorrectPolynomial=function(e){let t=ne([1],0);for(let s=0;s<e;s+=1)t=t.multiply(ne([1,se.gexp(s)],0));return t},n.getLengthInBits=function(e,t){if(1<=t&&t<10)switch(e){case 1:return 10;case 2:return 9;case 4:case 8:return 8;default:throw"mode:"+e}else if(t<27)switch(e){case 1:return 12;case 2:return 11;case 4:return 16;case 8:return 10;default:throw"mode:"+e}else{if(!(t<41))throw"type:"+t;switch(e){case 1:return 14;case 2:return 13;case 4:return 16;case 8:return 12;default:throw"mode:"+e}}},n.getLostPoint=function(e){const t=e.getModuleCount();let s=0;for(let n=0;n<t;n+=1)for(let a=0;a<t;a+=1){let l=0;const r=e.isDark(n,a);for(let s=-1;s<=1;s+=1)if(!(n+s<0||t<=n+s))for(let o=-1;o<=1;o+=1)a+o<0||t<=a+o||0==s&&0==o||r==e.isDark(n+s,a+o)&&(l+=1);l>5&&(s+=3+l-5)}for(let n=0;n<t-1;n+=1)for(let a=0;a<t-1;a+=1){let t=0;e.isDark(n,a)&&(t+=1),e.isDark(n+1,a)&&(t+=1),e.isDark(n,a+1)&&(t+=1),e.isDark(n+1,a+1)&&(t+=1),0!=t&&4!=t||(s+=3)}for(let n=0;n<t;n+=1)for(let a=0;a<t-6;a+=1)e.isDark(n,a)&&!e.isDark(n,a+1)&&e.isDark(n,a+2)&&e.isDark(n,a+3)&&e.isDark(n,a+4)&&!e.isDark(n,a+5)&&e.isDark(n,a+6)&&(s+=40);for(let n=0;n<t;n+=1)for(let a=0;a<t-6;a+=1)e.isDark(a,n)&&!e.isDark(a+1,n)&&e.isDark(a+2,n)&&e.isDark(a+3,n)&&e.isDark(a+4,n)&&!e.isDark(a+5,n)&&e.isDark(a+6,n)&&(s+=40);let n=0;for(let s=0;s<t;s+=1)for(let a=0;a<t;a+=1)e.isDark(a,s)&&(n+=1);return s+=Math.abs(100*n/t/t-50)/5*10,s},n}(),se=function(){const e=new Array(256),t=new Array(256);for(let t=0;t<8;t+=1)e[t]=1<<t;for(let t=8;t<256;t+=1)e[t]=e[t-4]^e[t-5]^e[t-6]^e[t-8];for(let s=0;s<255;s+=1)t[e[s]]=s;return{glog:function(e){if(e<1)throw"glog("+e+")";return t[e]},gexp:function(t){for(;t<0;)t+=255;for(;t>=256;)t-=255;return e[t]}}}(),ne=function(e,t){if(void 0===e.length)throw e.length+"/"+t;const s=function(){let s=0;for(;s<e.length&&0==e[s];)s+=1;const n=new Array(e.length-s+t);for(let t=0;t<e.length-s;t+=1)n[t]=e[t+s];return n}(),n={getAt:function(e){return s[e]},getLength:function(){return s.length},multiply:function(e){const t=new Array(n.getLength()+e.getLength()-1);for(let s=0;s<n.getLength();s+=1)for(let a=0;a<e.getLength();a+=1)t[s+a]^=se.gexp(se.glog(n.getAt(s))+se.glog(e.getAt(a)));return ne(t,0)},mod:function(e){if(n.getLength()-e.getLength()<0)return n;const t=se.glog(n.getAt(0))-se.glog(e.getAt(0)),s=new Array(n.getLength());for(let e=0;e<n.getLength();e+=1)s[e]=n.getAt(e);for(let n=0;n<e.getLength();n+=1)s[n]^=se.gexp(se.glog(e.getAt(n))+t);return ne(s,0).mod(e)}};return n},ae=function(){const e=[[1,26,19],[1,26,16],[1,26,13],[1,26,9],[1,44,34],[1,44,28],[1,44,22],[1,44,16],[1,70,55],[1,70,44],[2,35,17],[2,35,13],[1,100,80],[2,50,32],[2,50,24],[4,25,9],[1,134,108],[2,67,43],[2,33,15,2,34,16],[2,33,11,2,34,12],[2,86,68],[4,43,27],[4,43,19],[4,43,15],[2,98,78],[4,49,31],[2,32,14,4,33,15],[4,39,13,1,40,14],[2,121,97],[2,60,38,2,61,39],[4,40,18,2,41,19],[4,40,14,2,41,15],[2,146,116],[3,58,36,2,59,37],[4,36,16,4,37,17],[4,36,12,4,37,13],[2,86,68,2,87,69],[4,69,43,1,70,44],[6,43,19,2,44,20],[6,43,15,2,44,16],[4,101,81],[1,80,50,4,81,51],[4,50,22,4,51,23],[3,36,12,8,37,13],[2,116,92,2,117,93],[6,58,36,2,59,37],[4,46,20,6,47,21],[7,42,14,4,43,15],[4,133,107],[8,59,37,1,60,38],[8,44,20,4,45,21],[12,33,11,4,34,12],[3,145,115,1,146,116],[4,64,40,5,65,41],[11,36,16,5,37,17],[11,36,12,5,37,13],[5,109,87,1,110,88],[5,65,41,5,66,42],[5,54,24,7,55,25],[11,36,12,7,37,13],[5,122,98,1,123,99],[7,73,45,3,74,46],[15,43,19,2,44,20],[3,45,15,13,46,16],[1,135,107,5,136,108],[10,74,46,1,75,47],[1,50,22,15,51,23],[2,42,14,17,43,15],[5,150,120,1,151,121],[9,69,43,4,70,44],[17,50,22,1,51,23],[2,42,14,19,43,15],[3,141,113,4,142,114],[3,70,44,11,71,45],[17,47,21,4,48,22],[9,39,13,16,40,14],[3,135,107,5,136,108],[3,67,41,13,68,42],[15,54,24,5,55,25],[15,43,15,10,44,16],[4,144,116,4,145,117],[17,68,42],[17,50,22,6,51,23],[19,46,16,6,47,17],[2,139,111,7,140,112],[17,74,46],[7,54,24,16,55,25],[34,37,13],[4,151,121,5,152,122],[4,75,47,14,76,48],[11,54,24,14,55,25],[16,45,15,14,46,16],[6,147,117,4,148,118],[6,73,45,14,74,46],[11,54,24,16,55,25],[30,46,16,2,47,17],[8,132,106,4,133,107],[8,75,47,13,76,48],[7,54,24,22,55,25],[22,45,15,13,46,16],[10,142,114,2,143,115],[19,74,46,4,75,47],[28,50,22,6,51,23],[33,46,16,4,47,17],[8,152,122,4,153,123],[22,73,45,3,74,46],[8,53,23,26,54,24],[12,45,15,28,46,16],[3,147,117,10,148,118],[3,73,45,23,74,46],[4,54,24,31,55,25],[11,45,15,31,46,16],[7,146,116,7,147,117],[21,73,45,7,74,46],[1,53,23,37,54,24],[19,45,15,26,46,16],[5,145,115,10,146,116],[19,75,47,10,76,48],[15,54,24,25,55,25],[23,45,15,25,46,16],[13,145,115,3,146,116],[2,74,46,29,75,47],[42,54,24,1,55,25],[23,45,15,28,46,16],[17,145,115],[10,74,46,23,75,47],[10,54,24,35,55,25],[19,45,15,35,46,16],[17,145,115,1,146,116],[14,74,46,21,75,47],[29,54,24,19,55,25],[11,45,15,46,46,16],[13,145,115,6,146,116],[14,74,46,23,75,47],[44,54,24,7,55,25],[59,46,16,1,47,17],[12,151,121,7,152,122],[12,75,47,26,76,48],[39,54,24,14,55,25],[22,45,15,41,46,16],[6,151,121,14,152,122],[6,75,47,34,76,48],[46,54,24,10,55,25],[2,45,15,64,46,16],[17,152,122,4,153,123],[29,74,46,14,75,47],[49,54,24,10,55,25],[24,45,15,46,46,16],[4,152,122,18,153,123],[13,74,46,32,75,47],[48,54,24,14,55,25],[42,45,15,32,46,16],[20,147,117,4,148,118],[40,75,47,7,76,48],[43,54,24,22,55,25],[10,45,15,67,46,16],[19,148,118,6,149,119],[18,75,47,31,76,48],[34,54,24,34,55,25],[20,45,15,61,46,16]],t=function(e,t){const s={};return s.totalCount=e,s.dataCount=t,s},s={getRSBlocks:function(s,n){const a=function(t,s){switch(s){case ee.L:return e[4*(t-1)+0];case ee.M:return e[4*(t-1)+1];case ee.Q:return e[4*(t-1)+2];case ee.H:return e[4*(t-1)+3];default:return}}(s,n);if(void 0===a)throw"bad rs block @ typeNumber:"+s+"/errorCorrectionLevel:"+n;const l=a.length/3,r=[];for(let e=0;e<l;e+=1){const s=a[3*e+0],n=a[3*e+1],l=a[3*e+2];for(let e=0;e<s;e+=1)r.push(t(n,l))}return r}};return s}(),le=function(){const e=[];let t=0;const s={getBuffer:function(){return e},getAt:function(t){const s=Math.floor(t/8);return 1==(e[s]>>>7-t%8&1)},put:function(e,t){for(let n=0;n<t;n+=1)s.putBit(1==(e>>>t-n-1&1))},getLengthInBits:function(){return t},putBit:function(s){const n=Math.floor(t/8);e.length<=n&&e.push(0),s&&(e[n]|=128>>>t%8),t+=1}};return s},re=function(e){const t=e,s={getMode:function(){return 1},getLength:function(e){return t.length},write:function(e){const s=t;let a=0;for(;a+2<s.length;)e.put(n(s.substring(a,a+3)),10),a+=3;a<s.length&&(s.length-a==1?e.put(n(s.substring(a,a+1)),4):s.length-a==2&&e.put(n(s.substring(a,a+2)),7))}},n=function(e){let t=0;for(let s=0;s<e.length;s+=1)t=10*t+a(e.charAt(s));return t},a=function(e){if("0"<=e&&e<="9")return e.charCodeAt(0)-"0".charCodeAt(0);throw"illegal char :"+e};return s},oe=function(e){const t=e,s={getMode:function(){return 2},getLength:function(e){return t.length},write:function(e){const s=t;let a=0;for(;a+1<s.length;)e.put(45*n(s.charAt(a))+n(s.charAt(a+1)),11),a+=2;a<s.length&&e.put(n(s.charAt(a)),6)}},n=function(e){if("0"<=e&&e<="9")return e.charCodeAt(0)-"0".charCodeAt(0);if("A"<=e&&e<="Z")return e.charCodeAt(0)-"A".charCodeAt(0)+10;switch(e){case" ":return 36;case"$":return 37;case"%":return 38;case"*":return 39;case"+":return 40;case"-":return 41;case".":return 42;case"/":return 43;case":":return 44;default:throw"illegal char :"+e}};return s},ce=function(e){const t=W.stringToBytes(e);return{getMode:function(){return 4},getLength:function(e){return t.length},write:function(e){for(let s=0;s<t.length;s+=1)e.put(t[s],8)}}},ie=function(e){const t=W.stringToBytes;!function(){const e=t("友");if(2!=e.length||38726!=(e[0]<<8|e[1]))throw"sjis not supported."}();const s=t(e),n={getMode:function(){return 8},getLength:function(e){return~~(s.length/2)},write:function(e){const t=s;let n=0;for(;n+1<t.length;){let s=(255&t[n])<<8|255&t[n+1];if(33088<=s&&s<=40956)s-=33088;else{if(!(57408<=s&&s<=60351))throw"illegal char at "+(n+1)+"/"+s;s-=49472}s=192*(s>>>8&255)+(255&s),e.put(s,13),n+=2}if(n<t.length)throw"illegal char at "+(n+1)}};return n},ue=function(){const e=[],t={writeByte:function(t){e.push(255&t)},writeShort:function(e){t.writeByte(e),t.writeByte(e>>>8)},writeBytes:function(e,s,n){s=s||0,n=n||e.length;for(let a=0;a<n;a+=1)t.writeByte(e[a+s])},writeString:function(e){for(let s=0;s<e.length;s+=1)t.writeByte(e.charCodeAt(s))},toByteArray:function(){return e},toString:function(){let t="";t+="[";for(let s=0;s<e.length;s+=1)s>0&&(t+=","),t+=e[s];return t+="]",t}};return t},de=function(e){const t=e;let s=0,n=0,a=0;const l={read:function(){for(;a<8;){if(s>=t.length){if(0==a)return-1;throw"unexpected end of file./"+a}const e=t.charAt(s);if(s+=1,"="==e)return a=0,-1;e.match(/^\s$/)||(n=n<<6|r(e.charCodeAt(0)),a+=6)}const e=n>>>a-8&255;return a-=8,e}},r=function(e){if(65<=e&&e<=90)return e-65;if(97<=e&&e<=122)return e-97+26;if(48<=e&&e<=57)return e-48+52;if(43==e)return 62;if(47==e)return 63;throw"c:"+e};return l},pe=function(e,t,s){const n=function(e,t){const s=e,n=t,a=new Array(e*t),l={setPixel:function(e,t,n){a[t*s+e]=n},write:function(e){e.writeString("GIF87a"),e.writeShort(s),e.writeShort(n),e.writeByte(128),e.writeByte(0),e.writeByte(0),e.writeByte(0),e.writeByte(0),e.writeByte(0),e.writeByte(255),e.writeByte(255),e.writeByte(255),e.writeString(","),e.writeShort(0),e.writeShort(0),e.writeShort(s),e.writeShort(n),e.writeByte(0);const t=r(2);e.writeByte(2);let a=0;for(;t.length-a>255;)e.writeByte(255),e.writeBytes(t,a,255),a+=255;e.writeByte(t.length-a),e.writeBytes(t,a,t.length-a),e.writeByte(0),e.writeString(";")}},r=function(e){const t=1<<e,s=1+(1<<e);let n=e+1;const l=o();for(let e=0;e<t;e+=1)l.add(String.fromCharCode(e));l.add(String.fromCharCode(t)),l.add(String.fromCharCode(s));const r=ue(),c=function(e){const t=e;let s=0,n=0;return{write:function(e,a){if(e>>>a!=0)throw"length over";for(;s+a>=8;)t.writeByte(255&(e<<s|n)),a-=8-s,e>>>=8-s,n=0,s=0;n|=e<<s,s+=a},flush:function(){s>0&&t.writeByte(n)}}}(r);c.write(t,n);let i=0,u=String.fromCharCode(a[i]);for(i+=1;i<a.length;){const e=String.fromCharCode(a[i]);i+=1,l.contains(u+e)?u+=e:(c.write(l.indexOf(u),n),l.size()<4095&&(l.size()==1<<n&&(n+=1),l.add(u+e)),u=e)}return c.write(l.indexOf(u),n),c.write(s,n),c.flush(),r.toByteArray()},o=function(){const e={};let t=0;const s={add:function(n){if(s.contains(n))throw"dup key:"+n;e[n]=t,t+=1},size:function(){return t},indexOf:function(t){return e[t]},contains:function(t){return void 0!==e[t]}};return s};return l}(e,t);for(let a=0;a<t;a+=1)for(let t=0;t<e;t+=1)n.setPixel(t,a,s(t,a));const a=ue();n.write(a);const l=function(){let e=0,t=0,s=0,n="";const a={},l=function(e){n+=String.fromCharCode(r(63&e))},r=function(e){if(e<0)throw"n:"+e;if(e<26)return 65+e;if(e<52)return e-26+97;if(e<62)return e-52+48;if(62==e)return 43;if(63==e)return 47;throw"n:"+e};return a.writeByte=function(n){for(e=e<<8|255&n,t+=8,s+=1;t>=6;)l(e>>>t-6),t-=6},a.flush=function(){if(t>0&&(l(e<<6-t),e=0,t=0),s%3!=0){const e=3-s%3;for(let t=0;t<e;t+=1)n+="="}},a.toString=function(){return n},a}(),r=a.toByteArray();for(let e=0;e<r.length;e+=1)l.writeByte(r[e]);return l.flush(),"data:image/gif;base64,"+l},$e=e=>`${e.slice(0,5)}-${e.slice(5)}`,fe=()=>`${location.host}/class`;function ge({code:e,label:t=i("classes.qr",{code:$e(e)})}){const s=W(0,"M");s.addData((e=>`${location.origin}/class#${e}`)(e),"Byte"),s.make();const n=s.getModuleCount();let a="";for(let e=0;e<n;e++)for(let t=0;t<n;t++)s.isDark(e,t)&&(a+=`M${t} ${e}h1v1h-1z`);return c`<svg class="qr" viewBox=${`-4 -4 ${n+8} ${n+8}`} role="img" aria-label=${t} shape-rendering="crispEdges">
    <path fill="#fff" d=${`M-4 -4h${n+8}v${n+8}h-${n+8}z`} /><path fill="#000" d=${a} />
  </svg>`}const he=()=>u(new URL("./classes.css",import.meta.url));function be(e,s){const[,l]=t(0);return n(()=>{if(!e||s)return;const t=setInterval(()=>l(e=>e+1),1e3);return()=>clearInterval(t)},[e,s]),!e||s?null:Math.max(Math.ceil((Date.parse(e)-a.client.now())/1e3),0)}function me({endsAt:e,isPaused:t}){const s=be(e,t),a=0===s;return n(()=>{a&&d(i("classes.time_is_up"))},[a]),null===s?null:a?c`<strong>${i("classes.time_is_up")}</strong>`:c`<span role="timer" class="time-left">${i("classes.time_left",{time:_e(s)})}</span>`}function ye({endsAt:e,isPaused:t}){const s=be(e,t);return null===s?null:c`<span class="time-left"> · ${_e(s)}</span>`}const _e=e=>`${p(Math.floor(e/60))}:${String(e%60).padStart(2,"0")}`;function we({scanned:e,wasSignedOut:s}){m(i("classes.enter_title"));const[l,o]=t(e),[u,d]=t(null),{run:p,running:$,error:f}=y(),g=async()=>{const e=await a.client.post("/class_names",{body:{code:l},patience:r});await Be(e.language),d(e)},b=e=>p(async()=>{try{const t=await a.client.post("/class_sign_in",{body:{code:l,...e&&{name:e}},patience:r});a.enterClass({token:t.token,classId:t.class_id,name:t.name,code:t.code})}catch(t){if(!(t instanceof h&&"name_taken_in_class"===t.code))throw t;if(await g(),e)throw t}});return n(()=>{e&&b(null)},[]),u?c`<div class="narrow class-entrance">
      <h1>${u.name}</h1>
      <p class="lead">${i("classes.choose_name")}</p>
      ${f&&c`<p class="fault" role="alert">${_(f)}</p>`}
      <ul class="plain class-names">
        ${u.names.map(e=>c`<li key=${e}><button type="button" class="big" aria-disabled=${$} onClick=${()=>b(e)}>${e}</button></li>`)}
      </ul>
      <p class="actions"><button type="button" class="quiet" onClick=${()=>p(g)}>${i("classes.other_names")}</button></p>
    </div>`:c`<form class="narrow class-entrance" onSubmit=${w(()=>b(null))}>
    <h1>${i("classes.enter_title")}</h1>
    ${s&&c`<p class="notice" role="alert">${i("classes.signed_out")}</p>`}
    <p class="lead">${i("classes.enter_lead")}</p>
    <div class="field">
      <label for="class-code">${i("classes.code")}</label>
      <input id="class-code" class="class-code" value=${l} required minlength="10" maxlength="20" autocomplete="off" autocapitalize="characters"
        spellcheck=${!1} aria-describedby="class-code-hint" onInput=${e=>o(e.currentTarget.value)} />
      <p class="hint" id="class-code-hint">${i("classes.code_hint")}</p>
    </div>
    ${f&&c`<p class="fault" role="alert">${_(f)}</p>`}
    <p><button type="submit" class="primary big" aria-disabled=${$}>${i("classes.enter")}</button></p>
  </form>`}function ke({pupil:e,leave:a}){const{data:l,error:r}=J("/classes/{class_id}/mine",e.classId,2500),o=function(){const[e,s]=t({of:null});return n(()=>{const e=k("/games/any"),t=()=>e&&v(e).then(e=>s({of:e}),()=>{setTimeout(t,2500)});t()},[]),e.of}(),u=l?.game??null,p=l?.paused??!1,$=l?.language;n(()=>{$&&Be($)},[$]),n(()=>{u&&d(i("classes.game_begins")),scrollTo(0,0)},[u]);const f=s(!1);return n(()=>{p!==f.current&&d(i(p?"classes.paused_pupil":"classes.goes_on")),f.current=p},[p]),"over"===l?.status||r instanceof h&&404===r.status?c`<${Ce} leave=${a} />`:c`
    ${p&&c`<p class="class-paused">${i("classes.paused_pupil")}</p>`}
    ${Boolean(r)&&!l&&c`<${b} error=${r} />`}
    ${l&&u&&o?c`<p class="class-line">
            <span>${i("classes.round_and_table",{round:l.round,table:l.table??0})}</span>
            <${me} endsAt=${"playing"===l.status?l.round_ends_at:null} isPaused=${p} />
          </p>
          <${o} key=${u} params=${{id:u}} fragment=${new URLSearchParams} query=${new URLSearchParams} />`:c`<${ve} mine=${l} pupil=${e} leave=${a} />`}
  `}function ve({mine:e,pupil:t,leave:s}){m(i("classes.class_title"));const n=null!=e?.table&&["formed","playing"].includes(e.status),a=n?i("classes.your_table",{table:e?.table??0}):i("classes.you_are_in");return c`<div class="narrow class-waiting">
    <h1>${e?.name??i("classes.class_title")}</h1>
    <p>${i("classes.you_are")}</p>
    <p class="class-name">${e?.me??t.name}</p>
    <p class="lead" role="status">${a}</p>
    <p>${i(n?"classes.begins_soon":"classes.wait_for_table")}</p>
    ${t.code&&c`<p class="notice">${i("classes.own_code")} <strong class="code">${$e(t.code)}</strong></p>`}
    <p><button type="button" class="quiet" onClick=${s}>${i("classes.not_me")}</button></p>
  </div>`}function Ce({leave:e}){return m(i("classes.class_title")),c`<div class="narrow class-waiting">
    <h1>${i("classes.over_title")}</h1>
    <p class="lead">${i("classes.over_pupil")}</p>
    <p><button type="button" class="primary" onClick=${e}>${i("classes.sign_out")}</button></p>
  </div>`}async function Be(e){[e,C].includes(B())||(await M(e),A.set({...A.value}))}const Me=Object.freeze(Object.defineProperty({__proto__:null,default:function({fragment:e}){$(),he();const{pupil:l}=f(a.standing),[r]=e.keys(),[o,i]=t(r??""),[u,d]=t(!1),p=s(!1),h=s(!1);n(()=>{d(null===l&&p.current&&!h.current),p.current=null!==l,l&&i(""),h.current=!1},[l]);const b=e=>{h.current=!0,i(e),a.pupil&&a.leaveClass()};return n(()=>{r&&(b(r),g("/class",{replace:!0}))},[r]),l?c`<${ke} key=${l.token} pupil=${l} leave=${()=>b("")} />`:c`<${we} key=${o} scanned=${o} wasSignedOut=${u} />`}},Symbol.toStringTag,{value:"Module"})),Ae=["","30","60","120"],xe=["1","7","30","180","366"],Se=[3,4,5,6];function Le(){const e=x(),[s,n]=t({name:"",kind:"class",places:"24",language:z(),preset:"classic",seats:"4",clock:"",emotes:!1,kept:"30"}),{data:l,error:o,reload:u}=S(),{run:d,running:$,error:f}=y(),h=e=>t=>n({...s,[e]:t});if(!l)return c`<${L} error=${o} retry=${u} />`;const m=l.presets.filter(({players_min:e,players_max:t})=>e<=3&&t>=4),{players_max:_}=D(l,s.preset);return c`<form class="panel" onSubmit=${w(()=>d(async()=>{const{name:e,kind:t,language:n,preset:l,emotes:o}=s,c={name:e.trim(),kind:t,language:n,preset:l,emotes:o,places:Number(s.places),seats:Number(s.seats),keep_days:Number(s.kept),turn_seconds:s.clock?Number(s.clock):null},i=await a.client.post("/classes",{body:c,patience:r});Z(i.id,i),g(`/classes/${i.id}`)}))}>
    <h2>${i("classes.new")}</h2>
    <${j} legend=${i("classes.kind")} value=${s.kind} onChange=${h("kind")}
      options=${["class","party"].map(e=>({value:e,label:i(`classes.kind_${e}`),hint:i(`classes.kind_${e}_hint`)}))} />
    <div class="field">
      <label for=${`${e}-name`}>${i("classes.name")}</label>
      <input id=${`${e}-name`} value=${s.name} required maxlength="30" autocomplete="off" aria-describedby=${`${e}-name-hint`}
        onInput=${e=>h("name")(e.currentTarget.value)} />
      <p class="hint" id=${`${e}-name-hint`}>${i("classes.name_hint")}</p>
    </div>
    <div class="field">
      <label for=${`${e}-places`}>${i("classes.places")}</label>
      <input id=${`${e}-places`} type="number" min="2" max=${60} required value=${s.places}
        onInput=${e=>h("places")(e.currentTarget.value)} />
    </div>
    <${P} label=${i("classes.language")} value=${s.language} onChange=${h("language")}
      options=${Object.entries(T).map(([e,t])=>({value:e,label:t}))} />
    <details>
      <summary>${i("classes.more")}</summary>
      <${P} label=${i("classes.preset")} value=${s.preset} onChange=${h("preset")}
        options=${m.map(({name:e})=>({value:e,label:q(e)}))} />
      <${j} legend=${i("classes.seats")} value=${s.seats} onChange=${h("seats")}
        options=${Se.filter(e=>e<=_).map(e=>({value:String(e),label:p(e)}))} />
      <${P} label=${i("classes.clock")} value=${s.clock} onChange=${h("clock")}
        options=${Ae.map(e=>({value:e,label:e?i("classes.clock_seconds",{count:Number(e)}):i("classes.clock_none")}))} />
      <${I} label=${i("classes.emotes")} isOn=${s.emotes} set=${h("emotes")} />
      <${P} label=${i("classes.kept")} value=${s.kept} onChange=${h("kept")}
        options=${xe.map(e=>({value:e,label:i("classes.days",{count:Number(e)}),hint:i("classes.kept_hint")}))} />
    </details>
    ${f&&c`<${b} error=${f} />`}
    <p><button type="submit" class="primary big" aria-disabled=${$}>${i("classes.make")}</button></p>
  </form>`}function De(){const{data:e,error:s,reload:n}=N(e=>a.client.get("/classes",{signal:e,patience:r}),[]),[l,o]=t(!1),u=e?.results??[];return s?c`<${b} error=${s} retry=${n} />`:e?l||!u.length?c`<${Le} />`:c`
    <p class="actions"><button type="button" class="primary" onClick=${()=>o(!0)}>${i("classes.new")}</button></p>
    <ul class="plain games">
      ${u.map(e=>c`<li class="panel" key=${e.id}>
          <h2><a href=${`/classes/${e.id}`}>${e.name}</a></h2>
          <p>${i(`classes.kind_${e.kind}`)} · ${i(`classes.is_${e.status}`)} · ${i("classes.signed_in",{count:e.signed_in})}</p>
          <p class="soft">${i("classes.deleted_at",{at:O(e.delete_at,{dateStyle:"medium"})})}</p>
        </li>`)}
    </ul>
  `:c`<p class="loading" role="status">${i("common.loading")}</p>`}const je=Object.freeze(Object.defineProperty({__proto__:null,default:function(){$(),he(),m(i("classes.title"));const{account:e,state:t}=f(a.standing);return c`<div class="narrow">
    <h1>${i("classes.title")}</h1>
    <p class="lead">${i("classes.lead")}</p>
    ${"loading"===t&&c`<p class="loading" role="status">${i("common.loading")}</p>`}
    ${e&&!e.is_guest&&c`<${De} key=${e.username} />`}
    ${"loading"!==t&&(!e||e.is_guest)&&c`<p class="notice">${i("classes.for_people")}</p>
      <p class="actions"><a class="button primary" href=${e?"/me":"/sign-in"}>${i("classes.sign_in")}</a>
        <a class="button" href="/class">${i("classes.have_code")}</a></p>`}
  </div>`}},Symbol.toStringTag,{value:"Module"}));function Pe({group:e,issued:t}){const{codes:s,partyCode:n}=t;return c`<section class=${"waiting"===e.status?"class-cards":"class-cards print-only"} aria-labelledby="class-cards">
    <h2 id="class-cards">${i("classes.cards_of",{name:e.name})}</h2>
    ${n&&c`<div class="card-party">
      <${ge} code=${n} />
      <p>${i("classes.card_address",{address:fe()})}<br /><strong class="code">${$e(n)}</strong></p>
    </div>`}
    <ul class="plain">
      ${s.map(({place:t,name:s,code:n})=>c`<li key=${t} class="code-card">
          <${ge} code=${n} />
          <p>
            <strong class="card-name">${s}</strong>
            <span>${i("classes.card_address",{address:fe()})}</span>
            <strong class="code">${$e(n)}</strong>
            <span class="soft">${i("classes.card_number",{name:e.name,number:t})}</span>
          </p>
        </li>`)}
    </ul>
  </section>`}function Ie({group:e,choose:t}){const s="waiting"!==e.status,n=e.places.filter(t=>!s||!qe(e,t));return n.length&&"over"!==e.status?c`<section aria-labelledby="class-children">
    <h2 id="class-children">${i(s?"classes.without_table":"classes.children")}</h2>
    <ul class="plain class-children">
      ${n.map(e=>c`<li key=${e.number}>
          <button type="button" class=${"child "+(e.signed_in?"in":"out")} onClick=${()=>t(e.number)}>
            <span>${e.name}</span>
            <small>${i(Te(e))}</small>
          </button>
        </li>`)}
    </ul>
  </section>`:null}const Te=({signed_in:e})=>e?"classes.in":"classes.not_in",qe=({tables:e},{number:t})=>e.some(({status:e,seats:s})=>s.some(s=>s.place===t&&(!s.bot||"over"===e)));function ze({group:e,place:s,act:n,running:l,refusal:o,look:u,close:d}){const{run:p,error:$}=y(),[f,g]=t(""),[h,m]=t(!1),{number:_}=s,w=e.tables.find(e=>e.seats.some(e=>e.place===_)),k=async t=>{await n(()=>null!==t&&v?Q(e.id,{by:"hand",tables:Ne(e.tables,_,t),seats:e.seats}):((e,t,s)=>a.client.post("/classes/{class_id}/places/{place}/move",{params:{class_id:e,place:t},body:{table:s},patience:r}))(e.id,_,t)),d()},v=s.signed_in&&"formed"===e.status,C=s.signed_in&&"playing"===e.status,B=e.tables.filter(e=>function(e,t,s){if(e.seats.some(e=>e.place===t&&!e.bot))return!1;const n=e.seats.filter(e=>null!==e.place).length;return s?n<6:"playing"===e.status&&e.seats.some(({bot:e})=>e)}(e,_,v));if(h){const t=async()=>{await n(()=>((e,t)=>a.client.delete("/classes/{class_id}/places/{place}",{params:{class_id:e,place:t},patience:r}))(e.id,_),i("classes.freed")),d()};return c`<${R} title=${i("classes.free_title",{name:s.name})} confirm=${i("classes.free")} onConfirm=${t}
      close=${()=>m(!1)} running=${l}>
      <p>${i(`classes.free_text_${e.kind}`)}</p>
    <//>`}return c`<${E} title=${s.name} close=${d}>
    <p>${w?i("classes.at_table",{number:w.number}):i("classes.at_no_table")} · ${i(Te(s))}</p>
    ${Boolean($??o)&&c`<${b} error=${$??o} />`}
    ${(v||C)&&c`<h3>${i("classes.seat_at")}</h3>
      ${0===B.length&&c`<p class="hint">${i("classes.no_goal")}</p>`}
      <p class="actions">
        ${B.map(e=>c`<button type="button" key=${e.number} aria-disabled=${l}
            onClick=${()=>k(e.number)}>${i("classes.table",{number:e.number})}</button>`)}
        ${C&&qe(e,s)&&c`<button type="button" aria-disabled=${l} onClick=${()=>k(null)}>${i("classes.take_off")}</button>`}
      </p>`}
    ${f&&c`<div class="new-code"><${ge} code=${f} /> <strong class="code">${$e(f)}</strong></div>`}
    ${"over"!==e.status&&c`<p class="actions">
      <button type="button" onClick=${()=>p(async()=>{await a.client.post("/classes/{class_id}/places/{place}/name",{params:{class_id:e.id,place:_},patience:r}),u()})}>${i("classes.another_name")}</button>
      <button type="button" onClick=${()=>p(async()=>{const{codes:t}=await Y(e.id,{places:[_]});g(t[0]?.code??"")})}>${i("classes.new_code")}</button>
      ${("party"===e.kind||s.signed_in)&&c`<button type="button" class="danger" onClick=${()=>m(!0)}>${i("classes.free")}</button>`}
    </p>
    <p class="hint">${i("classes.new_code_hint")}</p>`}
  <//>`}function Ne(e,t,s){return e.map(({number:e,seats:n})=>{const a=n.flatMap(e=>null===e.place||e.place===t?[]:[e.place]);return e===s?[...a,t]:a}).filter(e=>e.length>0)}function Oe({group:e,act:s,running:n}){const[l,r]=t(""),{run:o,running:u,error:p}=y(),$=f(X).get(e.id),h="over"===e.status,b={codes:async()=>{await Y(e.id),d(i("classes.codes_once"))},end:()=>s(()=>G(e.id,"end"),i("classes.is_over")),delete:async()=>{await a.client.delete("/classes/{class_id}",F(e.id)),g("/classes")}};return c`<section class="class-more" aria-labelledby="class-more">
    <h2 id="class-more">${i("classes.more_title")}</h2>
    <p class="actions">
      ${!h&&c`${V(e)?c`<button type="button" aria-disabled=${n} onClick=${()=>s(()=>G(e.id,"close"),i("classes.sign_in_shut"))}>${i("classes.close")}</button>`:c`<button type="button" aria-disabled=${n} onClick=${()=>s(()=>G(e.id,"open"),i("classes.opened"))}>${i("classes.open")}</button>`}
        ${$&&c`<button type="button" onClick=${()=>print()}>${i("classes.print_codes")}</button>`}
        <button type="button" onClick=${()=>r("codes")}>${i("classes.renew_codes")}</button>
        <button type="button" onClick=${()=>r("end")}>${i("classes.end")}</button>`}
      <button type="button" class="danger" onClick=${()=>r("delete")}>${i("classes.delete")}</button>
    </p>
    <p class="hint">${i("classes.deleted_at",{at:O(e.delete_at,{dateStyle:"long"})})}</p>
    ${l&&c`<${R} title=${i(`classes.${l}_title`)} confirm=${i(`classes.${l}_now`)} close=${()=>r("")} error=${p}
      running=${u} onConfirm=${()=>{return e=b[l],o(async()=>{await e(),r("")});var e}}>
      <p>${i(`classes.${l}_text`)}</p>
    <//>`}
  </section>`}const Re=["","5","10","15","20","30","45"];function Ee(e){const{group:t}=e,a=s(null);n(()=>{const{activeElement:e}=document;e&&e!==document.body||a.current?.querySelector("button")?.focus({preventScroll:!0}),"between"===t.status&&d(i("classes.step_between"))},[]);const l=t.paused&&"over"!==t.status?Ue:Fe[t.status];return c`<section class="panel class-next" aria-label=${i("classes.next_step")} ref=${a}>
    <${l} ...${e} />
  </section>`}function He({group:e,act:s,running:n,isEmpty:a=!1,label:l=i("classes.form")}){const[r,o]=t(String(e.seats)),[u,d]=t(e.round>0?"results":"lot");return c`<div class="class-choices">
    <${Ge} label=${l} running=${n||a} onClick=${()=>s(()=>Q(e.id,{by:u,seats:Number(r)}),i("classes.formed"))} />
    <${P} label=${i("classes.seats")} value=${r} onChange=${o}
      options=${Se.map(e=>({value:String(e),label:p(e)}))} />
    ${e.round>0&&c`<${P} label=${i("classes.by")} value=${u} onChange=${d}
      options=${["results","lot"].map(e=>({value:e,label:i(`classes.by_${e}`)}))} />`}
  </div>`}function Ue({group:e,act:t,running:s}){return c`<${Ge} label=${i("classes.resume")} running=${s} onClick=${()=>t(()=>G(e.id,"resume"),i("classes.goes_on"))} />`}const Fe={waiting:function({group:e,act:t,running:s}){const n=e.places.filter(({signed_in:e})=>e).length;return V(e)?c`
    <p role="status">${i("classes.step_waiting",{count:n,places:e.size})}</p>
    <${He} group=${e} act=${t} running=${s} isEmpty=${0===n} />
  `:c`<p>${i("classes.step_closed")}</p>
      <${Ge} label=${i("classes.open")} running=${s} onClick=${()=>t(()=>G(e.id,"open"),i("classes.opened"))} />`},formed:function({group:e,act:s,running:n}){const[a,l]=t("15"),[r,o]=t(!1);return c`
    <p>${i("classes.step_formed")}</p>
    <div class="class-choices">
      <${Ge} label=${i("classes.start")} running=${n} onClick=${()=>s(()=>K(e.id,a?{minutes:Number(a)}:{}),i("classes.started"))} />
      <${P} label=${i("classes.minutes")} value=${a} onChange=${l}
        options=${Re.map(e=>({value:e,label:e?i("classes.minutes_count",{count:Number(e)}):i("classes.minutes_none")}))} />
      ${!r&&c`<button type="button" class="quiet" onClick=${()=>o(!0)}>${i("classes.form_otherwise")}</button>`}
    </div>
    ${r&&c`<${He} group=${e} act=${s} running=${n} label=${i("classes.form_again")} />`}
  `},playing:function({group:e,act:s,running:n}){const[a,l]=t(!1),r=be(e.round_ends_at,!1),o=e.tables.filter(({status:e})=>"over"===e).length,u=e.tables.some(({game:e})=>null===e),d=0===r;return c`
    <p class="class-clock"><${me} endsAt=${e.round_ends_at} isPaused=${!1} />
      <span>${i("classes.step_playing",{count:o,tables:e.tables.length})}</span></p>
    <p class="actions">
      <button type="button" class=${d?"":"primary big"} aria-disabled=${n}
        onClick=${()=>s(()=>G(e.id,"pause"),i("classes.paused"))}>${i("classes.pause")}</button>
      ${u&&c`<button type="button" aria-disabled=${n} onClick=${()=>s(()=>K(e.id))}>${i("classes.start_rest")}</button>`}
      <button type="button" class=${d?"primary big":""} onClick=${()=>l(!0)}>${i("classes.finish")}</button>
    </p>
    ${a&&c`<${R} title=${i("classes.finish_title")} confirm=${i("classes.finish")} onConfirm=${()=>{l(!1),s(()=>G(e.id,"finish"),i("classes.finished"))}} close=${()=>l(!1)} running=${n}>
      <p>${i("classes.finish_text")}</p>
    <//>`}
  `},between:function(e){return c`<p>${i("classes.step_between")}</p><${He} ...${e} label=${i("classes.next_round")} />`},over:function({group:e}){return c`<p>${i("classes.step_over")}</p>
    <p class="actions"><a class="button primary big" href=${`/classes/${e.id}/results`}>${i("classes.results")}</a></p>`}};function Ge({label:e,running:t,onClick:s}){return c`<button type="button" class="primary big" aria-disabled=${t} onClick=${()=>t||s()}>${e}</button>`}function Qe({group:e,choose:t}){if(!e.tables.length)return null;const s=t=>!1===e.places.find(({number:e})=>e===t)?.online;return c`<section aria-labelledby="class-tables">
    <h2 id="class-tables" class="visually-hidden">${i("classes.tables")}</h2>
    <ul class="plain class-tables">
      ${e.tables.map(n=>c`<li key=${n.number} class=${`panel class-table ${n.status}`}>
          <div class="class-table-head">
            <h3>${i("classes.table",{number:n.number})}</h3>
            ${"over"===n.status&&c`<span class="badge">${i("classes.table_over")}</span>`}
            ${n.game&&c`<a class="button quiet" href=${`/games/${n.game}`} target="_blank"
              aria-label=${i("classes.watch_table",{number:n.number})}>${i("classes.watch")}</a>`}
          </div>
          <ol class="plain">
            ${n.seats.map(a=>c`<li key=${a.seat} class=${Ke(n,a)?"acting":""}>
                ${null===a.place?c`<span>${i("classes.bot")}</span>`:c`<button type="button" class="child" onClick=${()=>t(a.place??0)}>${a.name}</button>`}
                <span class="notes">${function(e,t,s){return[Ke(e,t)&&i("classes.turn"),Ye(e,t)&&i("classes.first"),"playing"===e.status&&0===t.hand_size&&i("classes.no_cards"),null!==t.place&&t.bot&&"playing"===e.status&&i("classes.bot_plays"),null!==t.place&&!t.bot&&"playing"===e.status&&s(t.place)&&i("classes.away")].filter(e=>"string"==typeof e)}(n,a,s).join(" · ")}${Ke(n,a)&&null!==e.turn_seconds&&c`<${ye} endsAt=${n.deadline} isPaused=${e.paused} />`}</span>
                ${"formed"!==n.status&&c`<span class="score">${function(e,t){const s=e.scores?.[t.seat];return void 0===s?"":c`${p(s)}<span class="visually-hidden"> ${i("classes.books")}</span>`}(n,a)}</span>`}
              </li>`)}
          </ol>
        </li>`)}
    </ul>
  </section>`}const Ke=(e,t)=>"playing"===e.status&&e.turn===t.seat,Ye=({status:e,scores:t},{seat:s})=>"over"===e&&null!==t&&t[s]===Math.max(...t,1);function Ve(){return c`<div class="notice">
    <p>${i("classes.codes_once")}</p>
    <p class="actions"><button type="button" class="primary" onClick=${()=>print()}>${i("classes.print_codes")}</button></p>
  </div>`}const Xe=Object.freeze(Object.defineProperty({__proto__:null,default:function({params:e}){const s=e.id??"";$(),he();const{data:n,error:a,show:l,look:r}=J("/classes/{class_id}",s,2e3),{run:o,running:u,error:p}=y(),[g,h]=t(null),_=f(X).get(s);m(n?.name??i("classes.title"));const w=(e,t)=>o(async()=>{l(await e()),t&&d(t)});if(!n)return c`<h1>${i("classes.title")}</h1>
      ${a?c`<${b} error=${a} retry=${r} />`:c`<p class="loading" role="status">${i("common.loading")}</p>`}`;const k=n.places.find(({number:e})=>e===g);return c`<div class="class-page">
    <div class="no-print">
      <header class="class-head">
        <h1>${n.name}</h1>
        <p class="soft">${function(e){const{kind:t,places:s,round:n,size:a,sign_in_until:l,status:r}=e,o=s.filter(({signed_in:e})=>e).length;return[i(`classes.kind_${t}`),n>0&&i("classes.round",{round:n}),i("classes.signed_in_of",{count:o,places:a}),"over"!==r&&(l&&V(e)?i("classes.open_until",{at:O(l,{timeStyle:"short"})}):i("classes.sign_in_shut"))].filter(Boolean).join(" · ")}(n)}</p>
        <p class="actions">
          <a class="button" href=${`/classes/${s}/screen${_?.partyCode?`#${_.partyCode}`:""}`} target="_blank">${i("classes.screen")}</a>
          <a class="button" href=${`/classes/${s}/results`}>${i("classes.results")}</a>
        </p>
      </header>
      ${Boolean(a)&&c`<${b} error=${a} retry=${r} />`}
      ${Boolean(p)&&c`<${b} error=${p} />`}
      ${n.paused&&"over"!==n.status&&c`<p class="class-paused" role="status">${i("classes.paused")}</p>`}
      <${Ee} key=${(e=>[e.status,e.paused,"waiting"===e.status&&V(e)].join())(n)} group=${n} act=${w} running=${u} />
      ${_&&"waiting"===n.status&&c`<${Ve} />`}
      <${Qe} group=${n} choose=${h} />
      <${Ie} group=${n} choose=${h} />
      <${Oe} group=${n} act=${w} running=${u} />
      ${k&&c`<${ze} group=${n} place=${k} act=${w} running=${u} refusal=${p} look=${r} close=${()=>h(null)} />`}
    </div>
    ${_&&c`<${Pe} group=${n} issued=${_} />`}
  </div>`}},Symbol.toStringTag,{value:"Module"}));function Ze({group:e,partyCode:t,hasNames:s}){const n=e.places.filter(({signed_in:e})=>e);return c`<div class="screen-arriving">
    <div>
      <p>${i(V(e)?"classes.screen_open":"classes.screen_shut")}</p>
      ${V(e)&&c`<p class="screen-big">${fe()}</p>`}
      ${t&&c`<p class="screen-big code">${$e(t)}</p>`}
      <p class="screen-count" role="status">${i("classes.signed_in_of",{count:n.length,places:e.size})}</p>
    </div>
    ${t&&c`<${ge} code=${t} />`}
    ${s&&c`<ul class="plain">${n.map(({number:e,name:t})=>c`<li key=${e}>${t}</li>`)}</ul>`}
  </div>`}function Je({group:e,hasNames:t}){return c`<ul class="plain screen-tables">
    ${e.tables.map(e=>c`<li key=${e.number} class=${e.status}>
        <h2>${i("classes.table",{number:e.number})}</h2>
        <ol class="plain">
          ${e.seats.map(s=>{const n=null===s.place?i("classes.bot"):t?s.name:i("classes.seat",{number:s.seat+1}),a=[Ke(e,s)&&"acting",Ye(e,s)&&"winner"].filter(Boolean).join(" ");return c`<li key=${s.seat} class=${a}>
              <span>${n}${a&&c`<span class="visually-hidden"> (${i("acting"===a?"classes.turn":"classes.first")})</span>`}</span>
              ${"formed"!==e.status&&c`<b>${p(e.scores?.[s.seat]??0)}</b>`}
            </li>`})}
        </ol>
      </li>`)}
  </ul>`}function We(){const{isFull:e,fill:t}=H();return t?c`<button type="button" aria-pressed=${e} onClick=${t}>${i("classes.full_screen")}</button>`:null}const et=Object.freeze(Object.defineProperty({__proto__:null,default:function({params:e,fragment:s}){const n=e.id??"";he();const{data:a,error:l,look:r}=J("/classes/{class_id}",n,2e3),[o,u]=t(!0),[d=null]=s.keys();if(m(a?.name??i("classes.title")),!a)return l?c`<${b} error=${l} retry=${r} />`:c`<p class="loading" role="status">${i("common.loading")}</p>`;const p=a.tables.length>0&&"waiting"!==a.status;return c`<div class=${`class-screen tables-${Math.min(a.tables.length,12)}`}>
    <header>
      <h1>${a.name}</h1>
      ${a.round>0&&c`<p>${i("classes.round",{round:a.round})}</p>`}
      ${"playing"===a.status&&c`<p class="screen-clock"><${me} endsAt=${a.round_ends_at} isPaused=${a.paused} /></p>`}
      <p class="screen-tools">
        <button type="button" aria-pressed=${o} onClick=${()=>u(!o)}>${i("classes.names")}</button>
        <${We} />
      </p>
    </header>
    ${a.paused&&c`<p class="screen-paused" role="status">${i("classes.paused_screen")}</p>`}
    ${"over"===a.status?c`<p class="screen-big">${i("classes.over_pupil")}</p>`:p?c`<${Je} group=${a} hasNames=${o} />`:c`<${Ze} group=${a} partyCode=${d} hasNames=${o} />`}
  </div>`}},Symbol.toStringTag,{value:"Module"}));function tt({results:e,rounds:t}){const s=Array.from({length:t},(e,t)=>t+1);return c`
    <div class="wide" role="group" aria-label=${i("classes.results")} tabindex="0">
      <table>
        <thead><tr>
          <th scope="col" class="number">${i("classes.rank")}</th><th scope="col">${i("classes.child")}</th>
          <th scope="col" class="number">${i("classes.games")}</th><th scope="col" class="number">${i("classes.firsts")}</th>
          <th scope="col" class="number">${i("classes.books_title")}</th><th scope="col" class="number">${i("classes.asks")}</th>
          <th scope="col" class="number">${i("classes.hits")}</th>
          ${s.map(e=>c`<th scope="col" class="number" key=${e}>${i("classes.round",{round:e})}</th>`)}
        </tr></thead>
        <tbody>
          ${e.map(e=>c`<tr key=${e.place}>
              <td class="number">${p(e.rank)}</td><th scope="row">${e.name}</th>
              <td class="number">${p(e.games)}</td><td class="number">${p(e.firsts)}</td>
              <td class="number">${p(e.books)}</td><td class="number">${p(e.asks)}</td>
              <td class="number">${p(e.hits)}</td>
              ${s.map(t=>c`<td class="number" key=${t}>${function({tables:e},t){return e.filter(e=>e.round===t).map(({table:e,books:t,first:s})=>i(s?"classes.round_first":"classes.round_books",{table:e,books:t})).join(", ")}(e,t)}</td>`)}
            </tr>`)}
        </tbody>
      </table>
    </div>
    <p class="hint">${i("classes.results_hint")}</p>
  `}const st=Object.freeze(Object.defineProperty({__proto__:null,default:function({params:e}){const t=e.id??"";$(),he(),m(i("classes.results"));const{data:s,error:n,reload:l}=N(e=>a.client.get("/classes/{class_id}/results",{...F(t),signal:e}),[t]),{run:r,error:o}=y();if(!s)return c`<h1>${i("classes.results")}</h1>
      ${n?c`<${b} error=${n} retry=${l} />`:c`<p class="loading" role="status">${i("common.loading")}</p>`}`;const{name:u,results:d}=s;return c`<article class=${s.rounds>5?"class-sheet many-rounds":"class-sheet"}>
    <h1>${i("classes.sheet_title",{name:u})}</h1>
    <p>${O(new Date,{dateStyle:"full"})} · ${i("classes.rounds",{count:s.rounds})} · ${i("classes.children_count",{count:d.length})}</p>
    <p class="actions no-print">
      <button type="button" class="primary" onClick=${()=>print()}>${i("classes.print")}</button>
      <button type="button" onClick=${()=>r(()=>async function(e,t){const{sender:s,token:n}=a.client,l={Accept:"text/csv",...n&&{Authorization:`Bearer ${n}`}},r=await s.open(`/classes/${e}/results`,{headers:l});if(!r.ok)throw h.of(r,await r.text());U(await r.blob(),`${t.replace(/[^\p{L}\p{N}]+/gu,"-")}.csv`)}(t,u))}>${i("classes.csv")}</button>
      <a class="button" href=${`/classes/${t}`}>${i("classes.back")}</a>
    </p>
    ${Boolean(o)&&c`<${b} error=${o} />`}
    ${0===d.length?c`<p>${i("classes.no_results")}</p>`:c`<${tt} results=${d} rounds=${s.rounds} />`}
    <section class="sheet-notes">
      <h2>${i("classes.observations")}</h2>
      <ul>
        <li>${i("classes.question_memory")}</li>
        <li>${i("classes.question_guess")}</li>
        <li>${i("classes.question_fair")}</li>
      </ul>
    </section>
  </article>`}},Symbol.toStringTag,{value:"Module"}));export{je as l,Me as p,st as r,et as s,Xe as v};
