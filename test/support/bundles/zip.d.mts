/** One entry of an archive that `zip` writes. */
export type Packed = {
  name: string
  data: Buffer
  mode: number
  deflate?: boolean
  flags?: number
  declaredSize?: number
}

export function file(name: string, data: string | Buffer): Packed
export function zip(entries: Packed[]): Buffer
