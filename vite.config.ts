import { fileURLToPath } from 'node:url'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import presetMantine from 'postcss-preset-mantine'
import { defineConfig, type Plugin } from 'vite'
import { textsIn } from './scripts/lib/texts-plugin.mjs'
import { usedStyles } from './scripts/lib/used-styles.mjs'

const api = `http://127.0.0.1:${process.env.API_PORT ?? 3001}`

// As for the server, which speaks up when only one of the two is set.
const { CLERK_PUBLISHABLE_KEY, CLERK_SECRET_KEY } = process.env
const clerkPublishableKey = CLERK_SECRET_KEY ? (CLERK_PUBLISHABLE_KEY ?? null) : null

/** Components of Mantine that the sign-in page needs, as nearly all other pages do. */
const controls = [
  'ActionIcon',
  'Alert',
  'Anchor',
  'Button',
  'Center',
  'CloseButton',
  'Code',
  'CopyButton',
  'Group',
  'Input',
  'InputBase',
  'Loader',
  'Paper',
  'PasswordInput',
  'Stack',
  'Text',
  'TextInput',
  'Title',
  'Transition',
  'UnstyledButton',
  'VisuallyHidden',
]

/** Our own files that the sign-in page needs in addition to the routes: many small files, packed better as one. */
const entrance = [
  'components/(?:logo|page-title|spinner-screen)',
  'features/(?:legal/.+|demo/demo-invitation|language/visitor-languages)',
  'lib/(?:book|unsaved-forms|chosen-language|clerk/clerk-link|config|confirmation|problem|language-for)',
  'lib/(?:session/(?:user-activity|auth|auth-call|signing-out|safe-path|session-changes)|words/failure-text)',
  'lib/hooks/(?:use-after|use-form|use-page-language)',
  'routes/-auth/auth-search',
  'texts/(?:(?:it|en|spec)/)?(?:auth|common|demo|language|languages|legal|problems)',
  'trpc',
]

/** Files of the pages for visitors only: a page with a session works without them. */
const visitorFiles =
  /\/src\/routes\/-auth\/(?:auth-alert|auth-frame|auth-screen|credentials|credentials-form|sign-in-form)\.tsx?$/

/** Components of Mantine without which the dashboard, the lists and the reports work. */
const rareControls =
  /@mantine\/core\/esm\/components\/(?:Autocomplete|Checkbox|Combobox|DataList|Fieldset|FileButton|Grid|MultiSelect|Progress|Select|Tabs|Textarea|Timeline)\//

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The server fills the placeholder in each answer; while developing, Vite serves the page itself. */
function developmentConfig(): Plugin {
  const config = {
    environment: 'development',
    identity: clerkPublishableKey === null ? 'embedded' : 'clerk',
    hasGoogle: false,
    hasMail: true,
    verifiesEmail: false,
    clerkPublishableKey,
    version: 'development',
    legal: { terms: { kind: 'default' }, privacy: { kind: 'default' } },
  }
  return {
    name: 'development-config',
    apply: 'serve',
    transformIndexHtml: (html) =>
      html
        .replace('__INCASSO_CONFIG__', JSON.stringify(config).replaceAll('"', '&quot;'))
        // Vite sends no policy that would keep a script out.
        .replace('</head>', '<meta name="incasso-script" content="any" /></head>'),
  }
}

const sharedFiles =
  /@mantine\/(?:core|hooks|notifications)\/|@tabler\/|@floating-ui\/|\/src\/(?:components\/|features\/(?!payment-links\/|notices\/)|lib\/|list\/|texts\/(?!(?:(?:it|en|spec)\/)?(?:link-(?:form|page)|notices)\.)).+/

const figureFiles =
  /\/src\/(?:routes\/_app\/-(?:analytics|dashboard)\/|components\/(?:charts|figures)\/|features\/(?:refunds\/net-breakdown|transactions\/latest-transactions)\.|lib\/words\/chart-scale\.|texts\/(?:(?:it|en|spec)\/)?dashboard\.)/

const rareFiles =
  /\/src\/(?:features\/(?:customers|disputes|guides|money|reading)\/|features\/(?:refunds\/use-payment-money|transactions\/payment-values)\.|texts\/legal-documents\.|texts\/(?:(?:it|en|spec)\/)?(?:ai-guides|api-keys|auth-more|customers|dispute-pages|docs|environment|environment-status|guides|link-choices|business-words|findings|link-mails|money|months|payments|reading|request-log|roles|settings|webhook-endpoints|webhook-events)\.|lib\/(?:business-details|call-api|contact-help|hooks\/use-follow|schema-issues|words\/(?:markdown|currency-names|finding-words|typed-parts|typed-day))\.|components\/(?:fact-list|section|detail-failure|dialogs\/(?:final-call-dialog|unsaved-changes|side-drawer)|text\/code-box)\.).+/

export default defineConfig({
  root: here('./src'),
  publicDir: here('./src/public'),
  cacheDir: here('./node_modules/.vite'),
  plugins: [
    textsIn(process.env.PAGE_LANGUAGE ?? 'spec'),
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
    usedStyles(),
    developmentConfig(),
  ],
  html: { cspNonce: '__CSP_NONCE__' },
  css: { postcss: { plugins: [presetMantine()] } },
  build: {
    outDir: here('./dist/client'),
    emptyOutDir: true,
    target: 'es2023',
    manifest: true,
    // A data: font or image would need a wider content security policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    // Browsers of the target know modulepreload.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Every page needs these, and together they are packed better than apart.
        codeSplitting: {
          groups: [
            {
              name: 'base',
              test: /node_modules\/(?:react|react-dom|scheduler|@tanstack\/(?:react-router|router-core|history|react-store|store|react-query|query-core)|@trpc\/(?:client|react-query)|clsx|use-sync-external-store|tiny-invariant)\//,
            },
            // Schemas of the lists' URLs: every page knows the routes of all.
            {
              name: 'schemas',
              test: /node_modules\/zod\/|src-server\/shared\/(?:book|bounded-map|day|language|page|reasons\/errors|money\/(?:currencies|money|payment-method))\./,
            },
            {
              name: 'controls',
              test: new RegExp(
                `@mantine/core/esm/(?:core|components/(?:${controls.join('|')}))/` +
                  '|@mantine/hooks/esm/(?:use-id|use-uncontrolled|use-clipboard|use-media-query|use-color-scheme|use-merged-ref|use-document-title)' +
                  '|createReactComponent|/Icon(?:InfoCircle|AlertCircle|AlertTriangle)\\.',
              ),
            },
            {
              name: 'entrance',
              test: new RegExp(`/src/(?:${entrance.join('|')})\\.tsx?$|vite/preload-helper`),
            },
            { name: 'visitor', test: visitorFiles },
            // The rest of what /sign-in starts with, so that nothing below takes it along.
            { name: 'start', tags: ['$initial'] },
            // Files that two screens or more share: as sixty small files, each would cost a request.
            {
              name: 'shared',
              test: (id: string) =>
                sharedFiles.test(id) &&
                !figureFiles.test(id) &&
                !rareFiles.test(id) &&
                !rareControls.test(id),
              minShareCount: 2,
            },
            // Charts and cards with figures, which the lists do not have.
            { name: 'figures', test: figureFiles, minShareCount: 2 },
            {
              name: 'landing',
              test: /\/src\/routes\/(?:-landing\/|-auth\/sign-in-button\.)/,
              minShareCount: 2,
            },
            // Shared files that the dashboard, the lists and the reports work without, so that these load less.
            {
              name: 'more',
              test: (id: string) => rareFiles.test(id) || rareControls.test(id),
              minShareCount: 2,
            },
            // The form of a link, for who makes one: most visits to the dashboard do not.
            {
              name: 'payment-links',
              test: /\/src\/(?:features\/payment-links\/|texts\/(?:(?:it|en|spec)\/)?link-(?:form|page)\.).+/,
              minShareCount: 2,
            },
            // The texts of notices, for their panel and pages: the header needs only their number.
            {
              name: 'notices',
              test: /\/src\/(?:features\/notices\/(?!notices-button)|texts\/(?:it|en)\/notices\.).+/,
              minShareCount: 2,
            },
            { name: 'dates', test: /node_modules\/(?:@mantine\/dates|dayjs)\// },
          ],
        },
      },
    },
  },
  // With the slash: a bare /trpc would also catch our own /trpc.ts.
  server: {
    proxy: {
      '^/(?:api|trpc)/': api,
      '^/(?:healthz|mcp|llms\\.txt)$': api,
      '^/docs/.+\\.\\w+$': api,
    },
  },
})
