/** The only style of the page. */
export const style = `
:root{color-scheme:light dark;--ink:#1b1f24;--soft:#57606a;--line:#d0d7de;--paper:#fff;--tint:#f6f8fa;--link:#0550ae}
@media (prefers-color-scheme:dark){:root{--ink:#e6edf3;--soft:#9da7b3;--line:#30363d;--paper:#0d1117;--tint:#161b22;--link:#79b8ff}}
*{box-sizing:border-box}
body{margin:0;display:grid;grid-template-columns:17rem minmax(0,1fr);font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
a{color:var(--link)}
.skip{position:absolute;left:-99rem}
.skip:focus{left:1rem;top:1rem;background:var(--paper);padding:.5rem;z-index:1}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1rem;border-right:1px solid var(--line);background:var(--tint)}
nav ul,.fields{list-style:none;margin:0;padding:0}
nav a{display:block;padding:.15rem 0;text-decoration:none}
input{width:100%;padding:.4rem .6rem;font:inherit;color:inherit;background:var(--paper);border:1px solid var(--soft);border-radius:.3rem}
main{padding:1rem 2rem;max-width:64rem}
section{content-visibility:auto;contain-intrinsic-size:auto 40rem}
details{border:1px solid var(--line);border-radius:.3rem;margin:.4rem 0}
summary{padding:.4rem .7rem;cursor:pointer}
details>div{padding:.2rem 1rem 1rem;border-top:1px solid var(--line)}
h2{margin:2rem 0 .5rem}
h4{margin:1rem 0 .2rem}
summary h3{display:inline;font-size:1rem;font-weight:400}
.method{display:inline-block;min-width:4rem;font:600 .8rem ui-monospace,monospace}
code,pre{font:.85rem/1.5 ui-monospace,monospace}
pre{overflow:auto;padding:.7rem;background:var(--tint);border:1px solid var(--line);border-radius:.3rem}
.fields .fields{margin-left:1.2rem;border-left:1px solid var(--line);padding-left:.8rem}
.fields li{padding:.15rem 0}
i,small{color:var(--soft)}
b{font-weight:600;font-size:.85rem}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
@media (max-width:50rem){body{display:block}nav{position:static;height:auto;border:0}main{padding:1rem}}
@media print{nav{display:none}}
`
