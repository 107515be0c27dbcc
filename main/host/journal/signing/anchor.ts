import { readFile } from 'node:fs/promises'
import type { MissingHead } from '../../../../shared/events/events.ts'
import type { SecretStore } from '../../platform.ts'
import { headLine, headsFileOf, parseHead, type Head } from '../chain/heads.ts'
import type { Journal } from '../journal.ts'

/** The last signed head's name in the secret store. */
export const anchorName = 'log/head'

type Store = Pick<SecretStore, 'get' | 'keep'>

/**
 * The last signed head, kept next to the signing key: files in the data folder can be replaced, and are compared with
 * this. It is stored after the head is in the file of heads: the file can be ahead of it but never behind.
 */
export class Anchor {
  readonly #store: Store
  #head: Head | undefined

  constructor(store: Store) {
    this.#store = store
  }

  get head(): Head | undefined {
    return this.#head
  }

  /**
   * Reads the stored head and returns what the files lack of it. Without one, as before the first signature, they lack
   * nothing.
   */
  async open(journal: Journal): Promise<MissingHead | undefined> {
    this.#head = parseHead((await this.#store.get(anchorName)) ?? '')
    if (!this.#head) return undefined
    const { seq, at, hash } = this.#head
    if (journal.hashOf(seq) !== hash) return { what: 'record', seq, at }
    return (await this.#isInFile(journal, this.#head)) ? undefined : { what: 'head', seq, at }
  }

  async keep(head: Head): Promise<void> {
    if (await this.#store.keep(anchorName, headLine(head))) this.#head = head
  }

  async #isInFile({ file }: Journal, head: Head): Promise<boolean> {
    const text = await readFile(headsFileOf(file)).catch(emptyIfAbsent)
    const line = Buffer.from(`${headLine(head)}\n`)
    for (let at = text.indexOf(line); at >= 0; at = text.indexOf(line, at + 1))
      if (at === 0 || text[at - 1] === lineFeed) return true
    return false
  }
}

const lineFeed = 0x0a

function emptyIfAbsent(error: unknown): Buffer {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return Buffer.alloc(0)
  throw error
}
