/** The style of the pages of sign-in, as of the other public pages: readable without a picture or a font from anywhere. */
export const style = `
:root { color-scheme: light dark; --ink: #1b1f24; --paper: #fff; --faint: #57606a; --line: #d0d7de; --act: #0a5dc2; --bad: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --paper: #10151b; --faint: #9da7b3; --line: #3a434d; --act: #79b4ff; --bad: #ff8a80; } }
* { box-sizing: border-box; } [hidden] { display: none; }
body { margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 34rem; font: 1rem/1.55 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
h1 { font-size: 1.6rem; line-height: 1.2; margin: .5rem 0 1rem; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; margin: 1.5rem 0 .25rem; }
p, li { overflow-wrap: anywhere; } .faint { color: var(--faint); }
.notice { border: 1px solid var(--line); border-left: .3rem solid var(--act); padding: .75rem 1rem; border-radius: .25rem; }
fieldset { border: 1px solid var(--line); border-radius: .25rem; margin: 1.5rem 0 0; padding: .5rem 1rem 1rem; } legend { font-weight: 600; padding: 0 .25rem; }
label { display: block; margin: .75rem 0 .25rem; font-weight: 600; }
.choice { display: flex; gap: .6rem; align-items: baseline; font-weight: 400; }
.choice input { width: auto; flex: none; }
input { width: 100%; padding: .6rem; font: inherit; color: inherit; background: transparent; border: 1px solid var(--faint); border-radius: .25rem; }
[aria-invalid] { border: 2px solid var(--bad); } .wrong { color: var(--bad); margin: 0 0 1rem; }
button { display: inline-block; margin: 1.25rem .5rem 0 0; padding: .7rem 1.2rem; font: inherit; font-weight: 600; color: var(--paper); background: var(--act); border: 1px solid var(--act); border-radius: .25rem; cursor: pointer; }
button.quiet { color: var(--ink); background: transparent; border-color: var(--faint); }
a { color: var(--act); }
:focus-visible { outline: 3px solid var(--act); outline-offset: 2px; }
`
