import { posix } from 'node:path'
import { bundleFolder } from '../../../shared/config/bundle.ts'
import { escapedText } from '../../../shared/config/fill-bundle.ts'
import { asksIn, type NamedTemplate, type Template } from '../../../shared/config/candidate.ts'
import type { Manifest } from './manifest.ts'
import { Refusal } from '../archive/refusal.ts'

/** The meaning of a manifest's placeholders on this computer. */
export type HomeFacts = { platform: NodeJS.Platform; home: string }

/** Collected while a manifest's texts are read. */
type Found = { references: Set<string>; placeholders: Set<string> }

const placeholder = /\$\{([^{}$]*)\}/g
const ofSetting = 'user_config.'

/** Reads a manifest's texts into templates, each in one pass: inserted text isn't read again. */
export class Templates {
  readonly #settings: Manifest['user_config']
  readonly #constants: Record<string, string>
  readonly #found: Found = { references: new Set(), placeholders: new Set() }

  constructor({ user_config: settings }: Pick<Manifest, 'user_config'>, { platform, home }: HomeFacts) {
    this.#settings = settings
    const slash = platform === 'win32' ? '\\' : '/'
    this.#constants = {
      HOME: home,
      DESKTOP: `${home}${slash}Desktop`,
      DOCUMENTS: `${home}${slash}Documents`,
      DOWNLOADS: `${home}${slash}Downloads`,
      pathSeparator: slash,
      '/': slash,
    }
  }

  /** References to settings that the manifest doesn't describe. */
  get references(): string[] {
    return [...this.#found.references]
  }

  /** Placeholders that Atrium doesn't know, which stay as they are. */
  get placeholders(): string[] {
    return [...this.#found.placeholders]
  }

  /** A text as it is stored: the bundle's folder stays a placeholder. */
  read(text: string): Template {
    const parts: Exclude<Template[number], string>[] = []
    const texts = ['']
    const put = (more: string): void => void (texts[texts.length - 1] += more)
    let from = 0
    for (const { 0: whole, 1: name = '', index } of text.matchAll(placeholder)) {
      put(escapedText(text.slice(from, index)))
      from = index + whole.length
      if (name === '__dirname') put(bundleFolder)
      else if (Object.hasOwn(this.#constants, name)) put(escapedText(this.#constants[name] ?? ''))
      else if (name.startsWith(ofSetting)) {
        const ask = name.slice(ofSetting.length)
        if (!Object.hasOwn(this.#settings ?? {}, ask)) this.#found.references.add(name)
        parts.push({ ask })
        texts.push('')
      } else {
        this.#found.placeholders.add(whole)
        put(escapedText(whole))
      }
    }
    put(escapedText(text.slice(from)))
    const all = texts.flatMap((one, index) => [...(one === '' ? [] : [one]), ...parts.slice(index, index + 1)])
    return all.length === 0 ? [''] : all
  }

  /** A default: only folders are put into it. */
  plain(text: string): string {
    return text.replaceAll(placeholder, (whole, name: string) => this.#constants[name] ?? whole)
  }

  /** The program's own name can't be a secret: it is in the configuration. */
  program(text: string): Template {
    const command = this.read(text)
    if (this.#isSecret(command)) throw new Refusal('manifest-not-valid', { paths: ['server.mcp_config.command'] })
    return command
  }

  /** A variable is secret if a secret setting is part of it; then it can't also name the bundle's folder. */
  variable(name: string, text: string): NamedTemplate {
    const value = this.read(text)
    const secret = this.#isSecret(value)
    if (secret && value.some((part) => typeof part === 'string' && part.includes(bundleFolder)))
      throw new Refusal('manifest-not-valid', { paths: [`server.mcp_config.env.${name}`] })
    return { name, value, secret }
  }

  #isSecret(template: Template): boolean {
    return asksIn(template).some((ask) => this.#settings?.[ask]?.sensitive === true)
  }
}

/** A path inside the bundle, or undefined if it leads out or isn't one. Both kinds of slashes separate. */
export function pathInside(written: string): string | undefined {
  const slashed = written.replaceAll('\\', '/')
  if (slashed === '' || /^\/|^[a-z]:|\0/i.test(slashed)) return undefined
  const path = posix.normalize(slashed)
  return path === '..' || path.startsWith('../') || path === '.' ? undefined : path
}
