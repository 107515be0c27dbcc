import { EventEmitter } from 'node:events'
import path from 'node:path'
import type { Chromium } from '../cdp.ts'
import { strict } from '../strict.ts'

/** A download that a page started. */
export type Download = { frameId: string; item: object; cancel: () => void }

class DownloadItem extends EventEmitter {
  readonly #url: string
  readonly #name: string
  readonly #cancel: () => void

  constructor(url: string, name: string, cancel: () => void) {
    super()
    this.#url = url
    this.#name = name
    this.#cancel = cancel
  }

  getURL(): string {
    return this.#url
  }

  getFilename(): string {
    return this.#name
  }

  cancel(): void {
    this.#cancel()
  }
}

/** Reports downloads that pages start. They save into this folder. */
export async function watchDownloads(
  { session }: Chromium,
  folder: string,
  begun: (download: Download) => void,
): Promise<void> {
  const items = new Map<string, DownloadItem>()
  session.on('Browser.downloadWillBegin', ({ frameId, guid, url, suggestedFilename }) => {
    const cancel = (): void => session.tell('Browser.cancelDownload', { guid })
    const item = new DownloadItem(url, suggestedFilename, cancel)
    items.set(guid, item)
    begun({ frameId, item: strict('downloadItem', item), cancel })
  })
  session.on('Browser.downloadProgress', ({ guid, state }) => {
    if (state === 'inProgress') return
    items.get(guid)?.emit('done', {}, state === 'completed' ? 'completed' : 'cancelled')
    items.delete(guid)
  })
  const downloadPath = path.join(folder, 'Downloads')
  await session.send('Browser.setDownloadBehavior', { behavior: 'allowAndName', downloadPath, eventsEnabled: true })
}
