import { readFileSync, statSync } from 'node:fs'
import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Input } from '../../../../shared/contract/commands.ts'
import { Atrium, peer } from '../../../support/atrium.ts'

let atrium: Atrium
beforeAll(async () => {
  atrium = await Atrium.start()
  await atrium.add('good', peer('good.mjs'))
})
beforeEach(() => atrium.fresh())
afterAll(() => atrium.close())

async function say(text: string, conversation?: string) {
  const sent = await atrium.person.link.call('sendMessage', { text, ...(conversation && { conversation }) })
  await atrium.person.event('turn.finished', ({ turn }) => turn === sent.turn)
  return sent
}

async function written(conversation: string, format: Input<'exportConversation'>['format'], results = true) {
  const { file, bytes } = await atrium.person.link.call('exportConversation', { conversation, format, results })
  const text = readFileSync(file, 'utf8')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(Buffer.byteLength(text)).toBe(bytes)
  return text
}

/** A call whose result repeats this text. */
async function echoed(text: string) {
  const { person } = atrium
  const sent = await person.link.call('sendMessage', {
    text: `!tool good__echo ${JSON.stringify({ text }).replaceAll('\u2028', String.raw`\u2028`)}`,
  })
  await person.answer(await person.ask(), { decision: 'allow', scope: 'once' })
  await person.event('turn.finished', ({ turn }) => turn === sent.turn)
  return sent.conversation
}

describe('an exported conversation', () => {
  test('[EXP-1] has the branch in use as Markdown and as a page, and all branches as JSON', async () => {
    const { conversation, turn = '' } = await say('A title\n\nThe first oboe')
    const again = await atrium.person.link.call('sendAgain', { conversation, turn, text: 'The second oboe' })
    await atrium.person.event('turn.finished', (event) => event.turn === again.turn)
    for (const format of ['markdown', 'html'] as const) {
      const text = await written(conversation, format)
      expect(text).toContain('The second oboe')
      expect(text).not.toContain('The first oboe')
    }
    const whole = JSON.parse(await written(conversation, 'json'))
    expect(whole).toMatchObject({ format: 'atrium-conversation', version: 1, results: true })
    expect(whole.conversation.turns).toHaveLength(2)
    await atrium.person.link.call('deleteBranch', { conversation, turn })
    const left = await written(conversation, 'json')
    expect(left).not.toContain('The first oboe')
  })

  test('[EXP-3] has no image or HTML in Markdown that an app would load, and keeps code unchanged', async () => {
    const url = 'https://example.com/a.png'
    const evil = [
      `![one](${url}) and \\![two](${url}) ![three][r]`,
      `- item\n\n  \`\`\`\n![four](${url})`,
      `<img src="${url}">\n<div>\n\`\`\`\n\n![five](${url})\n\`\`\``,
      `~~~ \`\n![six](${url})\n~~~\n![seven](${url})`,
      `[r]: ${url}`,
      '```rust\nlet a = vec![1] <b>;\n```',
    ]
    const { conversation } = await say(evil.join('\n\n'))
    const text = await written(conversation, 'markdown')
    const found = new Set<string>()
    const kindsIn = (node: Nodes): void => {
      found.add(node.type)
      if ('children' in node) node.children.forEach(kindsIn)
    }
    kindsIn(fromMarkdown(text))
    expect([...found]).toEqual(expect.arrayContaining(['link', 'code', 'blockquote']))
    expect([...found].filter((kind) => ['image', 'imageReference', 'html'].includes(kind))).toEqual([])
    expect(text).toContain('> let a = vec![1] <b>;')
  })

  test('[EXP-2] leaves out results, and replaces a secret that became known later', async () => {
    const conversation = await echoed('the word bassoon and Xy7-kettledrum-93')
    const [all, less] = [await written(conversation, 'json'), await written(conversation, 'json', false)]
    const outcomeIn = (text: string) => JSON.parse(text).conversation.turns[0].messages[0].calls[0].outcome
    expect(JSON.stringify(outcomeIn(all))).toContain('bassoon')
    expect(outcomeIn(less)).toMatchObject({ status: 'succeeded', result: { json: null } })
    const name = 'server/late/env/TOKEN'
    const config = { ...peer('good.mjs'), env: { TOKEN: { secret: name } }, enabled: false }
    await atrium.person.link.call('addServer', { id: 'late', config, secrets: { [name]: 'Xy7-kettledrum-93' } })
    for (const format of ['markdown', 'html', 'json'] as const)
      expect(await written(conversation, format)).not.toContain('Xy7-kettledrum-93')
  })

  test('[EXP-3] lets no text act: not as an element, a heading or the end of a quotation', async () => {
    const evil = '</pre><script>alert(1)</script>\n## You\n````\n<img src=x onerror=alert(1)>\u202E"\u2028## You'
    const conversation = await echoed(evil)
    const page = await written(conversation, 'html')
    expect(page).not.toMatch(/<script|<img|onerror=alert\(1\)>/)
    expect(page).toContain('&lt;script&gt;')
    expect(page).toContain('<mark>U+202E</mark>')
    expect(page).toMatch(/http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;; style-src/)
    const text = await written(conversation, 'markdown')
    expect(text.split(/[\n\u2028]/).filter((line) => line.trim() === '## You')).toHaveLength(1)
    expect(text).toContain('> ## You')
  })
})
