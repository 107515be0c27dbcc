import { startWorker, WorkerThread } from '../base/thread.ts'
import type { BundleJobs, FromUnpacker, JobName, ToUnpacker } from './unpack.ts'

type Waiting = { resolve(said: never): void; reject(error: Error): void }

/** Reads and unpacks archives in a separate thread. */
export class BundleThread {
  readonly #thread = new WorkerThread<ToUnpacker, FromUnpacker, Waiting>({
    start: () => startWorker(import.meta.url, 'unpack', { heap: 512 }),
    heard: (said) => this.#heard(said),
    lost: ({ reject }, fault) => reject(fault ?? new Error('The thread ended.')),
  })

  /** Rejects if the disk fails, or the host closes. */
  run<N extends JobName>(job: N, told: BundleJobs[N]['told']): Promise<BundleJobs[N]['said']> {
    return new Promise((resolve, reject) => {
      if (this.#thread.isClosed) return reject(new Error('The host is closed.'))
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a job and its data belong together
      this.#thread.ask({ resolve, reject }, (id) => ({ id, job, ...told }) as unknown as ToUnpacker)
    })
  }

  close(): Promise<void> {
    return this.#thread.close()
  }

  #heard(said: FromUnpacker): void {
    const waiting = this.#thread.take(said.id)
    if ('failed' in said) waiting?.reject(new Error(said.failed))
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the result belongs to the job with this ID
    else waiting?.resolve(said.said as never)
  }
}
