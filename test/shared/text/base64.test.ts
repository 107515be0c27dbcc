import { describe, expect, test } from 'vitest'
import { readAttachments } from '../../../main/host/agent/resources/attachments.ts'
import { readInstallLink } from '../../../main/host/import/links.ts'
import { mapResult } from '../../../main/host/llm/request/results.ts'
import { readContents } from '../../../main/host/mcp/results/resource-contents.ts'
import { placeOf } from '../../../main/shells/electron/opened.ts'
import { contentsOf } from '../../../renderer/content/contents.ts'
import { imageSource } from '../../../renderer/markdown/policy.ts'
import { readPicture } from '../../../renderer/state/composer/image-bytes.ts'
import { parseRoute } from '../../../renderer/state/routes.ts'
import { bytesOfBase64, canonicalBase64, sizeOfBase64 } from '../../../shared/text/base64.ts'
import { png } from '../../host/llm/images.ts'

const hex = (bytes: Uint8Array | undefined): string | undefined => bytes && Buffer.from(bytes).toString('hex')

describe('base64', () => {
  test.each([
    ['aGk=', '6869'],
    ['aGk', '6869'],
    ['aG\nk=', '6869'],
    ['aGk=\r\n', '6869'],
    [' aGk= ', '6869'],
    ['aGl=', '6869'],
    ['-_-_', 'fbffbf'],
    ['+/+/', 'fbffbf'],
    ['-/+_', 'fbffbf'],
    ['-_8', 'fbff'],
    ['data:text/plain;base64,aGk=', '6869'],
    ['DATA:;charset=utf-8;base64,aGk', '6869'],
    ['data:;base64,', ''],
    ['', ''],
    ['aGk==', undefined],
    ['a', undefined],
    ['aGkaa', undefined],
    ['aG=k', undefined],
    ['=', undefined],
    ['https://a.example/a.png', undefined],
    ['data:text/plain,aGk=', undefined],
    ['aGk*', undefined],
  ])('[RES-12] is read in every library’s spelling, and has one canonical form: %j', (written, bytes) => {
    const canonical = canonicalBase64(written)
    expect(hex(bytesOfBase64(written))).toBe(bytes)
    expect(canonical).toBe(bytes === undefined ? undefined : Buffer.from(bytes, 'hex').toString('base64'))
    if (canonical !== undefined) expect(sizeOfBase64(canonical)).toBe(Buffer.from(canonical, 'base64').length)
  })

  test('[RES-12] gives the first bytes on request', () => {
    expect(hex(bytesOfBase64('AAECAwQFBgc', 4))).toBe('00010203')
    expect(hex(bytesOfBase64('AAECAwQFBgc', 100))).toBe('0001020304050607')
    expect(bytesOfBase64('AAEC*', 2)).toBeUndefined()
  })
})

/** An image whose text has both characters in which the alphabets differ, and padding. */
const canonical = Buffer.concat([Buffer.from(png(2, 2), 'base64'), Buffer.from([0xfb, 0xff, 0xbf, 1])]).toString(
  'base64',
)
const spellings: [string, string][] = [
  ['canonical', canonical],
  ['for URLs', Buffer.from(canonical, 'base64').toString('base64url')],
  ['without padding', canonical.replace(/=+$/, '')],
  ['in lines', canonical.replaceAll(/(.{20})/g, '$1\r\n')],
  ['between blanks', ` ${canonical}\n`],
  ['as a data URL', `data:application/octet-stream;base64,${canonical}`],
]
const others: [string, string][] = [
  ['half a byte', `${canonical.replace(/=+$/, '')}AAA`],
  ['another sign', `${canonical.slice(0, 40)}*${canonical.slice(41)}`],
  ['a web address', 'https://images.example/a.png'],
]

/** Each place where bytes come in, with what it makes of them; undefined if it refuses them. */
const places: [string, (written: string) => unknown][] = [
  [
    'a resource’s content',
    (blob) => {
      const [content] = readContents({ contents: [{ uri: 'x:/a', blob }] }, 'x:/a').contents
      return content && 'blob' in content ? content.blob : undefined
    },
  ],
  [
    'a result’s image for a model',
    (data) => {
      const [block] = mapResult('1', {
        type: 'tool-result',
        call: '1',
        content: [{ type: 'image', data }],
        isError: false,
      }).content
      return block?.type === 'image' ? block.source.data : undefined
    },
  ],
  [
    'an attached file',
    async (data) => {
      try {
        const read = () => Promise.reject(new Error('An image needs no reader.'))
        const [part] = await readAttachments([{ name: 'a', data }], [], read)
        return JSON.parse(part?.texts[0] ?? '')
      } catch {
        return undefined
      }
    },
  ],
  [
    'a picture on the page',
    (data) => {
      const picture = readPicture(data)
      return 'refused' in picture ? undefined : Buffer.from(picture.bytes).toString('base64')
    },
  ],
  [
    'a content on the page',
    (blob) => {
      const [content] = contentsOf([{ uri: 'x:/a', blob }])
      return content && 'blob' in content && content.bytes > 0 ? content.blob : undefined
    },
  ],
]

describe.each(places)('%s', (_, made) => {
  test.each(spellings)('[RES-12] is taken %s, and passed on in its canonical form', async (_spelling, written) => {
    expect(await made(written)).toBe(canonical)
  })

  test.each(others)('[RES-12] is refused with %s', async (_spelling, written) => {
    expect(await made(written)).toBeUndefined()
  })
})

test('[RES-12] shows an image in a text whichever way its data is written', () => {
  for (const data of [canonical, canonical.replace(/=+$/, ''), canonical.replaceAll('+', '-').replaceAll('/', '_')])
    expect(imageSource(`data:image/png;base64,${data}`)).toEqual({ src: `data:image/png;base64,${canonical}` })
  for (const data of ['', 'AAAAA', 'AA*A'])
    expect(imageSource(`data:image/png;base64,${data}`)).toHaveProperty('blocked')
})

describe('a link with a configuration', () => {
  const config = { command: 'npx', args: ['-y', 'tool ÿ?>~'] }
  const standard = Buffer.from(JSON.stringify(config)).toString('base64')
  const written = [standard, standard.replace(/=+$/, ''), Buffer.from(JSON.stringify(config)).toString('base64url')]

  test.each(written)('[RES-12] is read whichever way it is written: %s', (text) => {
    for (const query of [text, encodeURIComponent(text)]) {
      expect(readInstallLink(`cursor://anysphere.cursor-deeplink/mcp/install?name=a&config=${query}`)).toHaveProperty(
        'value',
        { ...config, name: 'a' },
      )
      const place = placeOf(`atrium://add?name=a&config=${query}`) ?? ''
      const { add } = parseRoute(place) as { add?: string }
      expect(JSON.parse(add ?? 'null')).toEqual({ mcpServers: { a: config } })
      expect(parseRoute(`#/servers?add=${query}`)).toMatchObject({ add: JSON.stringify(config) })
    }
  })
})
