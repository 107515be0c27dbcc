import { parentPort } from 'node:worker_threads'
import type { BundleReading, RefusedBundle } from '../../../shared/config/bundle.ts'
import type { Ready } from '../base/thread.ts'
import type { FileSums } from '../archive/contents.ts'
import type { BundleComputer } from './facts.ts'
import { compare, type Compared, type Comparison, readBundle, unpack, type Unpacking } from './reading.ts'

/** Work on archives and their files, and what it returns. */
export type BundleJobs = {
  /** Reads and checks all of an archive, and writes nothing. */
  read: { told: { file: string; computer: BundleComputer }; said: BundleReading }
  /** Unpacks an archive with exactly this sum into a new folder. */
  unpack: {
    told: Unpacking
    said: { sums: FileSums } | RefusedBundle
  }
  /** Compares a folder's files with what was unpacked into it. */
  compare: { told: Compared; said: Comparison }
}

/** The jobs that the thread does for the host. */
export type JobName = keyof BundleJobs
/** A job for the thread; `id` is repeated in its result. */
export type ToUnpacker = { [N in JobName]: { id: number; job: N } & BundleJobs[N]['told'] }[JobName]
export type FromUnpacker = { id: number; said: BundleJobs[JobName]['said'] } | { id: number; failed: string }

parentPort?.postMessage('ready' satisfies Ready)
parentPort?.on('message', (told: ToUnpacker) => void answer(told))

async function answer(told: ToUnpacker): Promise<void> {
  const { id } = told
  try {
    post({ id, said: await done(told) })
  } catch (error) {
    post({ id, failed: error instanceof Error ? error.message : String(error) })
  }
}

const post = (said: FromUnpacker): void => parentPort?.postMessage(said)

function done(told: ToUnpacker): Promise<BundleJobs[JobName]['said']> {
  switch (told.job) {
    case 'read':
      return readBundle(told.file, told.computer)
    case 'unpack':
      return unpack(told)
    case 'compare':
      return compare(told)
    default:
      return told satisfies never
  }
}
