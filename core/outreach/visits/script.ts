import { createHash } from 'node:crypto'

// Runs in the browser of a visitor. It must stay small, needs nothing, and stores and sends nothing before it may.
const source = `(function(w,d,n){
var s=d.currentScript,a=s.dataset,k=a.key,o=new URL(s.src).origin,c=a.requireConsent!=='true',l=w.localStorage,q=[],u,t,r=d.referrer,i;
if(n.doNotTrack==='1'||w.doNotTrack==='1'||n.globalPrivacyControl)c=null;
function g(){return (w.crypto.randomUUID?w.crypto.randomUUID():Array.from(w.crypto.getRandomValues(new Uint8Array(16)),function(b){return b.toString(16).padStart(2,'0')}).join(''))}
function v(){try{var x=l.getItem('rapport_id');if(!x)l.setItem('rapport_id',x=g());return x}catch(e){return i=i||g()}}
function p(x,b,leave){b=JSON.stringify(b);if(leave&&n.sendBeacon&&n.sendBeacon(o+x,b))return;
return fetch(o+x,{method:'POST',body:b,keepalive:true,credentials:'omit',headers:{'content-type':'text/plain'}}).then(function(z){return z.ok?z.json():null}).catch(function(){return null})}
function f(leave){if(c!==true||!q.length)return;p('/t/v',{key:k,visits:q.splice(0,100)},leave)}
function h(){var x=w.location.href.split('#')[0];if(x===u)return;q.push({visitor_id:'',id:g(),url:x,title:d.title.slice(0,500),referrer:r||null,at:new Date().toISOString()});r=u=x;m()}
function m(){if(c!==true)return;q.forEach(function(e){e.visitor_id=v()});clearTimeout(t);t=setTimeout(f,300)}
['pushState','replaceState'].forEach(function(e){var b=w.history[e];w.history[e]=function(){var z=b.apply(this,arguments);setTimeout(h,0);return z}});
w.addEventListener('popstate',h);w.addEventListener('pagehide',function(){f(true)});
w.rapport={consent:function(y){if(c===null)return;c=!!y;if(c)m();else{q=[];try{l.removeItem('rapport_id')}catch(e){}}},
visitorId:function(){return c===true?v():null},
identify:function(b){if(c!==true)return;return p('/t/i',Object.assign({key:k,visitor_id:v()},b)).then(function(z){if(z)try{l.setItem('rapport_id',z.visitor_id)}catch(e){}})}};
if(c!==null)h()
})(window,document,navigator)`

/** The script of website tracking, at most 2 kB. */
export const trackingScript = source.replaceAll('\n', '')

/** By which a page makes sure that it is this script (`integrity`). */
export const scriptIntegrity = `sha384-${createHash('sha384').update(trackingScript).digest('base64')}`
