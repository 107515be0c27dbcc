import type { ImageBlock } from './blocks.ts'
import type { ImageType } from '../../../../shared/content/attachments.ts'
import { readImage } from './images.ts'
import type { MediaRoom } from './shown-files.ts'
import { noteWords as words } from '../model-words.ts'

/** The images that a server takes. */
export type ImageSight = {
  /** Image types it decodes. */
  images: ImageType[]
  /** How many images in one request, and of how many characters of base64 together. */
  imageLimits?: { most: number; bytes: number }
  /** The images that are sent if it's unknown whether the model sees any. `own` are the user's; default `all`. */
  unknownSight?: 'all' | 'own' | 'none'
}

/** With more images than this, each is limited to the size below. */
const manyImages = 20
const widestOfMany = 2000

/** The room for images in a request, for the newest first. */
export class ImageRoom {
  readonly #isMany: boolean
  readonly #most: number
  #bytes: number
  #kept = 0

  /** `count`: all images that the model could see. */
  constructor(count: number, { contextTokens }: { contextTokens: number }, { imageLimits }: ImageSight) {
    const { most, bytes } = imageLimits ?? { most: Infinity, bytes: Infinity }
    this.#isMany = count > manyImages
    this.#most = Math.min(most, contextTokens > 200_000 ? 600 : 100)
    this.#bytes = bytes
  }

  /** Whether there is room for an image, which it then takes. An image without room leaves none for older ones. */
  takes(image: ImageBlock, room: MediaRoom): boolean {
    const { length } = image.source.data
    this.#bytes -= length
    if (this.#kept >= this.#most || this.#bytes < 0 || (this.#isMany && !isSmall(image))) return false
    room.bytes -= length
    if (room.bytes < 0) return false
    this.#kept++
    return true
  }
}

/** Why a model can't get an image; undefined if it can. */
export function whyHidden(
  image: ImageBlock,
  { images: sees, inResult }: { images?: boolean | undefined; inResult: boolean },
  { images, unknownSight = 'all' }: ImageSight,
): string | undefined {
  if (!images.includes(image.source.media_type)) return words.serverCannot
  if (sees === false) return words.modelCannot
  const isTold = sees === true || unknownSight === 'all' || (unknownSight === 'own' && !inResult)
  return isTold ? undefined : words.unknownSight
}

const isSmall = ({ source }: ImageBlock): boolean => {
  const facts = readImage(source.data)
  return facts !== undefined && facts.width <= widestOfMany && facts.height <= widestOfMany
}
