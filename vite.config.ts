import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { readFileSync } from 'node:fs'
import { defaultClientConditions, defaultClientMainFields, defineConfig, type Plugin, type ProxyOptions } from 'vite'
import { withoutSystem } from './tools/built-threads.mjs'

const at = (place: string): string => fileURLToPath(new URL(place, import.meta.url))

/** While Atrium is worked on, the pages come from Vite and the host runs beside it; to the host they are one origin. */
function proxyTo(target: string): ProxyOptions {
  return {
    target,
    changeOrigin: true,
    configure: (proxy) =>
      proxy.on('proxyReq', (request) => request.hasHeader('origin') && request.setHeader('origin', target)),
  }
}

/** KaTeX offers each font in three formats; every Chromium takes the first. */
const firstFontFormat: Plugin = {
  name: 'first-font-format',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('/katex.min.css') ? code.replaceAll(/,url\([^)]+\.(?:woff|ttf)\) format\("\w+"\)/g, '') : undefined,
}

/** PDFium's program beside the reader of files, which can't read it itself. */
const withPdfium: Plugin = {
  name: 'with-pdfium',
  applyToEnvironment: ({ name }) => name === 'reader',
  generateBundle() {
    const source = readFileSync(at('node_modules/@hyzyla/pdfium/dist/pdfium.wasm'))
    this.emitFile({ type: 'asset', fileName: 'pdfium.wasm', source })
  },
}

/**
 * What runs in the window resolves as the tests in Node do. A package's own `browser` build can write markup, which the
 * content policy refuses.
 */
const asInNode = {
  conditions: defaultClientConditions.filter((condition) => condition !== 'browser'),
  mainFields: defaultClientMainFields.filter((field) => field !== 'browser'),
}

const host = process.env.ATRIUM_HOST

/** `client` is what the window shows, `host` what Node or Electron runs, `preload` what stands between the two, `reader` what reads files, `proxy` what stands between the window and a server's page. Workers and chunks lie beside the entries, where the code looks for them. */
export default defineConfig({
  root: at('renderer'),
  plugins: [react(), firstFontFormat, withoutSystem(), withPdfium],
  build: {
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2000,
    // Older targets lower light-dark() in a way that a nested data-theme no longer reaches.
    cssTarget: 'chrome123',
    emptyOutDir: true,
    license: { fileName: 'licenses.md' },
    modulePreload: { polyfill: false },
  },
  clearScreen: false,
  server: {
    host: '127.0.0.1',
    cors: false,
    proxy: host ? Object.fromEntries(['/session', '/call', '/events'].map((path) => [path, proxyTo(host)])) : {},
  },
  // The suffixes in its modules take twice the room of those in its bundle.
  resolve: { alias: { tldts: 'tldts/dist/index.esm.min.js' } },
  environments: {
    client: {
      resolve: asInNode,
      build: {
        outDir: at('out/renderer'),
        // Few files, because each costs a request: what the page begins with, and the pages that it loads right after.
        // zod looks whether it may make up code as soon as a schema is made: what forbids that has to be in its chunk.
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'zod', test: /[\\/]node_modules[\\/]zod[\\/]|zod-jitless/, priority: 1 },
                { name: 'start', tags: ['$initial'] },
                {
                  name: 'pages',
                  test: /[\\/]renderer[\\/](?:app[\\/](?:first-run|palette)|audit|models|servers|settings)[\\/]/,
                },
              ],
            },
          },
        },
      },
    },
    host: {
      consumer: 'server',
      resolve: { noExternal: true, external: ['better-sqlite3', 'electron'] },
      build: {
        outDir: at('out/main'),
        minify: false,
        rolldownOptions: {
          input: {
            web: at('main/web.ts'),
            cli: at('main/cli.ts'),
            electron: at('main/electron.ts'),
            audit: at('main/audit.ts'),
            read: at('main/host/journal/queries/read.ts'),
            trace: at('main/host/agent/flows/trace.ts'),
            parse: at('main/host/export/reading/parse.ts'),
            frames: at('main/host/mcp/wire/frames.ts'),
            unpack: at('main/host/bundles/unpack.ts'),
            validate: at('main/host/validation/validate.ts'),
          },
          output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', comments: false },
          // A comment with each module's path would be 60 KB.
          experimental: { attachDebugInfo: 'none' },
        },
      },
    },
    // What reads files that others made, in a process of its own.
    reader: {
      consumer: 'server',
      resolve: { noExternal: true },
      build: {
        outDir: at('out/reader'),
        minify: false,
        rolldownOptions: {
          input: { reader: at('main/host/files/reader/reader.ts') },
          output: { entryFileNames: '[name].js', comments: false, codeSplitting: false },
          experimental: { attachDebugInfo: 'none' },
        },
      },
    },
    // The script between Atrium's page and a server's page: the shells put it into a document of its own.
    proxy: {
      consumer: 'client',
      resolve: asInNode,
      build: {
        outDir: at('out/proxy'),
        license: false,
        rolldownOptions: {
          input: { proxy: at('renderer/proxy/proxy.ts') },
          output: { format: 'iife', entryFileNames: '[name].js', codeSplitting: false },
        },
      },
    },
    preload: {
      consumer: 'server',
      resolve: { noExternal: true, external: ['electron'] },
      build: {
        outDir: at('out/preload'),
        minify: false,
        rolldownOptions: {
          input: { index: at('preload/index.ts') },
          // The sandbox of a page takes one CommonJS file.
          output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
        },
      },
    },
  },
  builder: {
    buildApp: async (builder) => {
      for (const environment of Object.values(builder.environments)) await builder.build(environment)
    },
  },
})
