import { fileURLToPath } from 'node:url'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import presetMantine from 'postcss-preset-mantine'
import { defineConfig, type Plugin } from 'vite'

const api = `http://127.0.0.1:${process.env.API_PORT ?? 3001}`

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The server fills the placeholder in each answer; while developing, Vite serves the page itself. */
function developmentConfig(): Plugin {
  const config = { environment: 'development', identity: 'embedded', version: 'development' }
  return {
    name: 'development-config',
    apply: 'serve',
    transformIndexHtml: (html) =>
      html.replace('__INCASSO_CONFIG__', JSON.stringify(config).replaceAll('"', '&quot;')),
  }
}

export default defineConfig({
  root: here('./src'),
  publicDir: here('./src/public'),
  cacheDir: here('./node_modules/.vite'),
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: here('./src/routes'),
      generatedRouteTree: here('./src/routeTree.gen.ts'),
      tmpDir: here('./node_modules/.tanstack'),
      routeFileIgnorePrefix: '-',
      addExtensions: true,
      quoteStyle: 'single',
      disableLogging: true,
    }),
    react(),
    developmentConfig(),
  ],
  html: { cspNonce: '__CSP_NONCE__' },
  css: { postcss: { plugins: [presetMantine()] } },
  build: {
    outDir: here('./dist/client'),
    emptyOutDir: true,
    target: 'es2023',
    // A data: font or image would need a wider content security policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
  },
  // With the slash: a bare /trpc would also catch our own /trpc.ts.
  server: { proxy: { '^/(?:api|trpc)/': api, '^/healthz$': api } },
})
