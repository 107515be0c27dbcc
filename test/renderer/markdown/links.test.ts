import { describe, expect, test } from 'vitest'
import { otherHostIn } from '../../../renderer/markdown/link-words.ts'
import { linkTarget } from '../../../renderer/markdown/policy.ts'
import { render } from './support.ts'

/** The host shown next to a link, in parentheses. */
const hostBeside = (markdown: string): string | undefined =>
  /<small[^>]*> \(([^)]*)\)<\/small>/.exec(render(markdown))?.[1]

describe('[CHAT-4] the host beside a link', () => {
  test.each([
    ['https://example.com/a', 'the bare address'],
    ['<https://example.com/a>', 'the address in brackets'],
    ['www.example.com/a', 'an address without its scheme'],
    ['[https://example.com](https://example.com/a?b=c)', 'another page of the same host'],
    ['[HTTPS://EXAMPLE.COM/](https://example.com/a)', 'the same host in capitals'],
    ['[example.com](https://example.com/a)', 'the host alone'],
    ['[https://example.com:8443/x](https://example.com:8443/)', 'the same host and port'],
    ['<me@example.com>', 'a mail address'],
  ])('is left out for %s: %s', (markdown) => {
    expect(hostBeside(markdown)).toBeUndefined()
    expect(render(markdown)).toContain('<a href=')
  })

  test.each<[string, string | undefined, string]>([
    ['[https://bing.com](https://g.co/x)', 'g.co', 'a host within the words of another'],
    ['[github.com/login](https://hub.com/login)', 'hub.com', 'the end of another host'],
    ['[https://www.paypal.com/?ref=evil.example](https://evil.example/x)', 'evil.example', 'the host in a query'],
    ['[https://paypal.com#evil.example](https://evil.example/)', 'evil.example', 'the host in a fragment'],
    ['[https://evil.example@paypal.com](https://evil.example/)', 'evil.example', 'the host as a user'],
    ['[https://paypal.com\\\\@evil.example](https://evil.example/)', 'evil.example', 'a backslash'],
    ['[https://paypal.com@evil.example](https://evil.example/)', 'evil.example', 'another host as a user'],
    ['[https://paypal.com %20 evil.example](https://evil.example/)', 'evil.example', 'words around it'],
    ['[https://evil.example https://paypal.com](https://evil.example/)', 'evil.example', 'two addresses'],
    ['[https://evil.example.paypal.com](https://evil.example/)', 'evil.example', 'the host as a subdomain'],
    ['[https://example.com./](https://example.com/)', 'example.com', 'a trailing dot in the words'],
    ['[https://example.com/](https://example.com./)', 'example.com.', 'a trailing dot in the address'],
    ['[https://example.com/](https://example.com:8443/)', 'example.com:8443', 'another port'],
    ['[https://example.com:443@x/](https://example.com/)', 'example.com', 'a port that is a password'],
    ['[https://bіng.com/](https://bіng.com/)', 'xn--bng-jhd.com', 'look-alike letters'],
    [
      '[https://bücher.example/](https://xn--bcher-kva.example/)',
      'xn--bcher-kva.example',
      'letters for a punycode host',
    ],
    ['[https://xn--bcher-kva.example](https://bücher.example/a)', undefined, 'the punycode of the host'],
    ['[https://g.co/אבג.bing.com](https://g.co/x)', 'g.co', 'letters that run the other way'],
    ['[**https://bing.com/**https://g.co](https://g.co/)', 'g.co', 'words of which a part is bold'],
    ['[`https://g.co`](https://g.co/)', 'g.co', 'words that are code'],
    ['[https://g.co\u202Emoc.gnib](https://g.co/)', 'g.co', 'a character that reorders'],
    ['[docs](https://example.com/a)', 'example.com', 'plain words'],
    ['[](https://example.com/a)', 'example.com', 'no words'],
    ['[me@example.com](mailto:you@example.com)', 'you@example.com', 'another mail address'],
    ['[https://example.com](mailto:you@example.com)', 'you@example.com', 'an address for a mail address'],
  ])('is shown for %s as %s: %s', (markdown, host) => {
    expect(hostBeside(markdown)).toBe(host)
  })
})

describe('[CHAT-4] a press on a link', () => {
  const named = (text: string, href: string): string | undefined => {
    const target = linkTarget(href)
    return 'href' in target ? otherHostIn({ text, isPlain: true }, target) : JSON.stringify(target)
  }

  test.each([
    ['https://bing.com', 'https://g.co/x', 'bing.com'],
    ['github.com/login', 'https://hub.com/login', 'github.com'],
    ['sign in at paypal.com', 'https://evil.example/', 'paypal.com'],
    ['www.paypal.example', 'https://evil.example/', 'www.paypal.example'],
    ['//paypal.example', 'https://evil.example/', 'paypal.example'],
    ['https:\\\\paypal.example', 'https://evil.example/', 'paypal.example'],
    ['https://evil.example@paypal.com', 'https://evil.example/', 'evil.example@paypal.com'],
    ['https://evil.example or https://paypal.com', 'https://evil.example/', 'paypal.com'],
    ['bіng.com', 'https://g.co/', 'bіng.com'],
    ['https://example.com.', 'https://example.com/', 'example.com.'],
    ['me@bank.com', 'https://evil.example/', 'bank.com'],
  ])('asks if the text %s leads to %s', (text, href, other) => {
    expect(named(text, href)).toBe(other)
  })

  test.each([
    ['the documentation', 'https://example.com/'],
    ['https://example.com/a', 'https://example.com/b'],
    ['Example.COM', 'https://example.com/'],
    ['Node.js', 'https://nodejs.org/'],
    ['README.md', 'https://example.com/README.md'],
    ['either/or', 'https://example.com/'],
  ])('asks nothing if the text %s leads to %s', (text, href) => {
    expect(named(text, href)).toBeUndefined()
  })

  test('reads only the start of very long text', () => {
    expect(named(`${'a.'.repeat(500_000)}/x https://bing.com`, 'https://g.co/')).toBeUndefined()
  })
})
