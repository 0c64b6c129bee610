/** The style of the public page: readable without a picture or a font from anywhere, on paper as well. */
export const style = `
:root { color-scheme: light dark; --ink: #1b1f24; --paper: #fff; --faint: #57606a; --line: #d0d7de; --act: #0a5dc2; --bad: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --paper: #10151b; --faint: #9da7b3; --line: #3a434d; --act: #79b4ff; --bad: #ff8a80; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 52rem; font: 1rem/1.55 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
.seller { color: var(--faint); font-weight: 600; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: .5rem 0; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin: 0 0 .25rem; }
.title { font-size: 1.1rem; margin: 0 0 1rem; }
.notice { border: 1px solid var(--line); border-left: .3rem solid var(--act); padding: .75rem 1rem; border-radius: .25rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.5rem; }
dt { color: var(--faint); } dd { margin: 0; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--line); vertical-align: top; font-weight: 400; }
th:last-child, td:last-child { padding-right: 0; } th[scope='row'] { overflow-wrap: anywhere; min-width: 8rem; }
thead th { color: var(--faint); } small { display: block; color: var(--faint); white-space: pre-line; }
.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.totals { grid-template-columns: 1fr max-content; gap: .25rem 0; text-align: right; font-variant-numeric: tabular-nums; }
.totals dd { padding-left: 1.5rem; }
.sum { font-weight: 700; color: var(--ink); border-top: 1px solid var(--line); padding-top: .25rem; }
.prose p { white-space: pre-line; overflow-wrap: anywhere; }
.forms { border-top: 1px solid var(--line); margin-top: 2rem; padding-top: 1.5rem; }
label { display: block; margin: .75rem 0 .25rem; font-weight: 600; }
input, textarea { width: 100%; max-width: 26rem; padding: .6rem; font: inherit; color: inherit; background: transparent; border: 1px solid var(--faint); border-radius: .25rem; }
[aria-invalid] { border: 2px solid var(--bad); } .wrong { color: var(--bad); margin: 0 0 .25rem; }
button { display: block; margin: 1rem 0; padding: .7rem 1.2rem; font: inherit; font-weight: 600; color: var(--paper); background: var(--act); border: 1px solid var(--act); border-radius: .25rem; cursor: pointer; }
button.quiet { color: var(--ink); background: transparent; border-color: var(--faint); }
a { color: var(--act); } summary { cursor: pointer; padding: .25rem 0; }
:focus-visible { outline: 3px solid var(--act); outline-offset: 2px; }
@media screen and (max-width: 36rem) {
  table, tbody, tr, th[scope='row'], td { display: block; padding: 0; border: 0; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tr { padding: .75rem 0; border-bottom: 1px solid var(--line); }
  tr > td:first-child { float: left; min-width: 2rem; color: var(--faint); }
  th[scope='row'] { margin-left: 2rem; }
  td.number { display: flex; justify-content: space-between; gap: 1rem; margin-left: 2rem; white-space: normal; }
  td.number:empty { display: none; }
  td.number::before { content: attr(data-name); color: var(--faint); }
}
@media print { :root { --ink: #000; --paper: #fff; --faint: #444; --line: #999; } body { padding: 0; max-width: none; font-size: 10.5pt; } .forms { display: none; } tr, .totals { break-inside: avoid; } .scroll { overflow: visible; } }
`
