import type { SecretStore } from '../../main/host/platform.ts'
import { HostError } from '../../shared/contract/errors.ts'
import { parseStored } from '../../shared/risk/secret-names.ts'

/** A secret store that lasts for one test, which can read and set its values freely. */
export class MemorySecrets implements SecretStore {
  readonly values: Map<string, string>
  /** Why nothing can be read for now, if so. */
  locked: string | undefined
  /** Resolves when it can be read, if it was locked at the start only. */
  late: Promise<void> | undefined

  constructor(values: Iterable<[string, string]> = []) {
    this.values = new Map(values)
  }

  /** Names without their purposes. */
  bare = () => [...this.values.keys()].map((stored) => parseStored(stored).name)
  get = async (name: string) => this.#open().get(name)
  set = async (name: string, value: string) => void this.#open().set(name, value)
  keep = async (name: string, value: string) => this.locked === undefined && this.values.set(name, value) !== undefined
  delete = async (name: string) => void this.#open().delete(name)
  names = async () => [...this.#open().keys()]
  check = () => Promise.resolve({ kind: 'key-file' as const, isReadable: true, works: true })

  #open(): Map<string, string> {
    if (this.locked !== undefined) throw new HostError('unavailable', this.locked)
    return this.values
  }
}
