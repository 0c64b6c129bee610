/** The only style of the pages. */
export const style = `
:root{color-scheme:light dark;--ink:#1b1f24;--soft:#57606a;--line:#d0d7de;--paper:#fff;--tint:#f6f8fa;--link:#0550ae}
@media (prefers-color-scheme:dark){:root{--ink:#e6edf3;--soft:#9da7b3;--line:#30363d;--paper:#0d1117;--tint:#161b22;--link:#79b8ff}}
*{box-sizing:border-box}
body{margin:0;display:grid;grid-template-columns:17rem minmax(0,1fr);font:16px/1.55 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
a{color:var(--link)}
.skip,#status{position:absolute;left:-99rem}
.skip:focus{left:1rem;top:1rem;background:var(--paper);padding:.5rem;z-index:2}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1rem;border-right:1px solid var(--line);background:var(--tint)}
nav ul,.fields{list-style:none;margin:0;padding:0}
nav .title{margin:1rem 0 .2rem;font-weight:600}
nav a{display:block;padding:.15rem 0;text-decoration:none}
nav a[aria-current]{font-weight:600;color:var(--ink)}
nav form{display:grid;grid-template-columns:1fr auto;gap:.3rem}
nav label,#found{grid-column:1/-1}
#found{border:1px solid var(--line);border-radius:.3rem;background:var(--paper);padding:.3rem .6rem;overflow-wrap:anywhere}
input,textarea,button{padding:.35rem .6rem;font:inherit;color:inherit;background:var(--paper);border:1px solid var(--soft);border-radius:.3rem}
input,textarea{width:100%}
textarea{font:.85rem/1.5 ui-monospace,monospace}
button{cursor:pointer;background:var(--tint)}
main{padding:1rem 2rem 4rem;max-width:64rem;overflow-wrap:anywhere}
main:focus{outline:0}
details{border:1px solid var(--line);border-radius:.3rem;margin:.4rem 0;content-visibility:auto;contain-intrinsic-size:auto 2.5rem}
summary{padding:.4rem .7rem;cursor:pointer}
details>div{padding:.2rem 1rem 1rem;border-top:1px solid var(--line)}
h1{margin:.5rem 0}
h2{margin:2rem 0 .5rem}
h3{margin:1rem 0 .2rem}
summary h2{display:inline;font-size:1rem;font-weight:400}
details h3{font-size:1rem}
.method{display:inline-block;min-width:4rem;font:600 .8rem ui-monospace,monospace}
code,pre{font:.85rem/1.5 ui-monospace,monospace}
pre{overflow:auto;margin:.5rem 0;padding:.7rem;background:var(--tint);border:1px solid var(--line);border-radius:.3rem}
.code{position:relative}
.copy{position:absolute;top:.4rem;right:.4rem;padding:.1rem .5rem;font-size:.8rem}
.key,.try form{margin:.5rem 0;padding:.7rem;border:1px solid var(--line);border-radius:.3rem}
.try p{margin:.3rem 0}
.try button{margin-right:.5rem}
.try>div pre{max-height:30rem}
.fields .fields{margin-left:1.2rem;border-left:1px solid var(--line);padding-left:.8rem}
.fields li{padding:.15rem 0}
.table{overflow:auto}
table{border-collapse:collapse}
th,td{padding:.3rem .6rem;border:1px solid var(--line);text-align:left;vertical-align:top}
dt{margin-top:.6rem}
dd{margin:0}
.results li{margin:.6rem 0}
i,small{color:var(--soft)}
b{font-weight:600;font-size:.85rem}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
@media (scripting:none){.scripted,.copy{display:none}}
@media (max-width:50rem){body{display:block}nav{position:static;height:auto;border:0}nav ul:not(#found){columns:2}main{padding:1rem}}
@media print{nav,.key,.try,.copy{display:none}}
`
