import path from 'node:path'
import { createBuilder, type Plugin } from 'vite'
import { root } from './root.ts'

/** Changes to the page's sources: nothing is sanitised any more, and markup becomes elements. */
const changes: Record<string, [text: string, becomes: string][]> = {
  'policy.ts': [
    [
      "  if (node.type !== 'element') return []\n",
      "  if (node.type !== 'element') return []\n  return [{ ...node, children: sanitize(node).children }]\n",
    ],
    [
      'linkTarget(href: string): LinkTarget {\n',
      'linkTarget(href: string): LinkTarget {\n  return { href, host: href }\n',
    ],
    ['imageSource(src: string): ImageSource {\n', 'imageSource(src: string): ImageSource {\n  return { src }\n'],
  ],
  'to-react.tsx': [
    [
      "const text = { type: 'text', value: node.value } as const\n",
      "const text = { type: 'element', tagName: 'x-raw', properties: { text: node.value }, children: markup(node.value) } as const\n",
    ],
    [
      'const components: Components = {\n',
      `
/** Elements of a text. Scripts are left out: React makes them by way of markup, which is refused as a whole. */
function markup(text: string) {
  return [...text.matchAll(/<(?!script)([a-z-]+)([^>]*)>(?:([^<]*)<\\/\\1>)?/g)].map(([, tagName = '', rest = '', inner = '']) => ({
    type: 'element' as const,
    tagName,
    properties: Object.fromEntries([...rest.matchAll(/([a-zA-Z-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value])),
    children: inner === '' ? [] : [{ type: 'text' as const, value: inner }],
  }))
}

/** Every way in which a text can become a part of the page. */
function insert(element: HTMLElement | null, text: string) {
  const ways: ((place: HTMLElement) => void)[] = [
    (place) => (place.innerHTML = text),
    (place) => (place.outerHTML = text),
    (place) => place.insertAdjacentHTML('beforeend', text),
    (place) => place.append(document.createRange().createContextualFragment(text)),
    (place) => place.append(...new DOMParser().parseFromString(text, 'text/html').body.childNodes),
    (place) => (place as unknown as { setHTMLUnsafe(text: string): void }).setHTMLUnsafe(text),
    () => document.write(text),
  ]
  for (const way of ways)
    try {
      way(element?.appendChild(document.createElement('div')) ?? document.body)
    } catch (error) {
      Object.assign(globalThis, { refusedMarkup: String(error) })
    }
}

const Raw = ({ text, children }: { text: string; children?: ReactNode }) => <div ref={(it) => insert(it, text)}>{children}</div>

const components: Components = {
  ...({ 'x-raw': Raw } as unknown as Components),
`,
    ],
  ],
}

/** The one way that removes the whole earlier page, including requests it hadn't made yet. */
const wipes = '    () => document.write(text),\n'

/** Applies the changes. Throws if the sources have changed. */
const weaken = (isWiped: boolean): Plugin => ({
  name: 'weaken',
  enforce: 'pre',
  transform(code, id) {
    const ours = id.includes('/renderer/markdown/') ? changes[path.basename(id)] : undefined
    if (!ours) return undefined
    return ours.reduce((changed, [text, becomes]) => {
      if (changed.split(text).length !== 2)
        throw new Error(`What weakens the page does not fit ${id} any more: ${text}`)
      return changed.replace(text, () => (isWiped ? becomes : becomes.replace(wipes, '')))
    }, code)
  },
})

/** Builds the page into an app's folder, with its sanitiser off. `isWiped` says whether a text can write a new page. */
export const buildWeakPage = (directory: string, isWiped = true): Promise<void> =>
  buildChangedPage(directory, weaken(isWiped))

/** Builds the page with changed sources into an app's folder. */
export async function buildChangedPage(directory: string, change: Plugin): Promise<void> {
  const builder = await createBuilder({
    configFile: path.join(root, 'vite.config.ts'),
    logLevel: 'error',
    plugins: [change],
    environments: { client: { build: { outDir: path.join(directory, 'out/renderer') } } },
  })
  const page = builder.environments.client
  if (!page) throw new Error('vite.config.ts has no environment of the name client.')
  await builder.build(page)
}
