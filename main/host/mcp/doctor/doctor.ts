import path from 'node:path'
import { hashOf } from '../../base/hash.ts'
import { fetchOf } from '../process/fetching.ts'
import { decide, diagnosisOf } from './decide.ts'
import { look } from './look.ts'
import { exposed } from './sentences.ts'
import type { Facts } from './facts.ts'
import type { Diagnoser, Diagnosis, Observation } from '../process/observation.ts'
import type { SearchedComputer } from '../computer/usual-folders.ts'
import type { LoginShell } from '../computer/login-shell.ts'

/** The places where the doctor looks for causes. */
export type DoctorOptions = {
  /** Atrium's data folder. */
  data: string
  computer: SearchedComputer
  shell: LoginShell
}

/** Says why a server doesn't run: at once from what was seen, then from a look at this computer. */
export class Doctor implements Diagnoser {
  readonly #options: DoctorOptions

  constructor(options: DoctorOptions) {
    this.#options = options
  }

  /** From what was seen alone; undefined if that says nothing. `ended` says how the start ended. */
  first(server: string, seen: Observation, ended?: string): Diagnosis | undefined {
    return diagnosisOf(this.#facts(server, seen), ended)
  }

  /** After a look at this computer; takes some seconds at most. Undefined if that says no more. Never rejects. */
  async examine(server: string, seen: Observation, ended?: string): Promise<Diagnosis | undefined> {
    const facts = this.#facts(server, seen)
    const probes = await look(facts, decide(facts), {
      computer: this.#options.computer,
      shellPath: () => this.#options.shell.path(),
    }).catch(() => facts.probes)
    return diagnosisOf({ ...facts, probes }, ended)
  }

  /** Says that others can reach a running server at these places, and what to do. */
  exposed(places: string[]): string {
    return exposed(places)
  }

  #facts(server: string, seen: Observation): Facts {
    const ownCache = path.join(this.#options.data, 'caches', hashOf(server).slice(0, 16))
    const placeholders = seen.examples
    if (seen.kind === 'http') return { seen, probes: { ...(placeholders && { placeholders }) }, ownCache }
    const { command, args, path: its, listens } = seen
    const probes = { path: its, ...(listens && { listens }), ...(placeholders && { placeholders }) }
    return { seen, probes, ownCache, fetch: fetchOf(command, args) }
  }
}
