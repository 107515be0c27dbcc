import { contextBridge, ipcRenderer } from 'electron'
import { channels, type Bridge } from '../shared/contract/bridge.ts'

/** Tells the feeds of this page from those of the one before it. */
const page = crypto.randomUUID()
const listeners = new Map<string, (message: string) => void>()
let feeds = 0

ipcRenderer.on(channels.message, (_event, feed: string, message: string) => {
  listeners.get(feed)?.(message)
  ipcRenderer.send(channels.taken, feed)
})

const bridge: Bridge = {
  call: (name, input) => ipcRenderer.invoke(channels.call, name, input),
  subscribe: (listener) => {
    const feed = `${page}/${++feeds}`
    listeners.set(feed, listener)
    ipcRenderer.send(channels.subscribe, feed)
    return () => {
      listeners.delete(feed)
      ipcRenderer.send(channels.leave, feed)
    }
  },
}

contextBridge.exposeInMainWorld('atrium', bridge)
