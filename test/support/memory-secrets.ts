import type { SecretStore } from '../../main/host/platform.ts'
import { parseStored } from '../../shared/risk/secret-names.ts'

/** A secret store that lasts for one test, which can read and set its values freely. */
export class MemorySecrets implements SecretStore {
  readonly values: Map<string, string>

  constructor(values: Iterable<[string, string]> = []) {
    this.values = new Map(values)
  }

  /** Names without their purposes. */
  bare = () => [...this.values.keys()].map((stored) => parseStored(stored).name)
  get = (name: string) => Promise.resolve(this.values.get(name))
  set = async (name: string, value: string) => void this.values.set(name, value)
  keep = async (name: string, value: string) => this.values.set(name, value) !== undefined
  delete = async (name: string) => void this.values.delete(name)
  names = () => Promise.resolve([...this.values.keys()])
  check = () => Promise.resolve({ kind: 'key-file' as const, isReadable: true, works: true })
}
