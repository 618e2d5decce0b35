import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { loadConfig, variableNames } from '#server/config/config.ts'
import {
  composeFile,
  dockerStages,
  execForm,
  imageEnvironment,
  instructions,
} from '../support/container-files.ts'

const inRoot = (name: string) => new URL(`../../${name}`, import.meta.url)
const packageJson = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
const SECRET_KEY = Buffer.alloc(32, 1).toString('base64')

const Service = z.object({
  image: z.string(),
  profiles: z.array(z.string()),
  environment: z.record(z.string(), z.string()).default({}),
  read_only: z.string().optional(),
  tmpfs: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
  mem_limit: z.string().optional(),
  cap_drop: z.array(z.string()).default([]),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  stop_grace_period: z.string().optional(),
  restart: z.string().optional(),
})
const compose = z
  .object({
    services: z.record(z.string(), Service),
    volumes: z.record(z.string(), z.unknown()),
    configs: z.object({ caddyfile: z.object({ content: z.string() }) }),
  })
  .parse(composeFile())
const services = Object.entries(compose.services)
const ownServices = services.filter(([, { image }]) => image === 'incasso')

describe('the Dockerfile', () => {
  test('builds with the scripts of this project, on a supported Node version', () => {
    const [build, run] = dockerStages()
    const commands = build?.instructions.filter(({ name }) => name === 'RUN') ?? []

    for (const { words } of commands) {
      const script = /^npm run (\S+)$/.exec(words)?.[1]
      if (script) expect(packageJson.scripts).toHaveProperty(script)
      else expect(words).toMatch(/^npm (?:ci|prune) /)
    }
    expect(commands.map(({ words }) => words)).toContain('npm run build')
    expect(build?.from).toMatch(/^node:24-bookworm AS build$/)
    // Both stages have the same system, because one runs what the other compiled.
    expect(run?.from).toBe('node:24-bookworm-slim')
  })

  test('copies only existing files, and only the build output into the image', () => {
    const [build] = dockerStages()
    const copyInstructions = build?.instructions.filter(({ name }) => name === 'COPY') ?? []
    const sources = copyInstructions.flatMap(({ words }) => words.split(' ').slice(0, -1))

    expect(sources.filter((name) => !existsSync(inRoot(name)))).toEqual([])
    for (const words of instructions('COPY')) expect(words).toMatch(/^--from=build \/app\//)
  })

  test('runs as an unprivileged user, without a shell, on a volume', () => {
    expect(instructions('USER')).toEqual(['node'])
    expect(instructions('VOLUME')).toEqual(['/data'])
    expect(execForm('CMD')).toEqual(['node', 'dist/server/server.js'])
    expect(execForm('HEALTHCHECK').at(-1)).toContain('/readyz')
    expect(imageEnvironment().DATABASE_URL).toBe('file:/data/incasso.db')
    const names = dockerStages()
      .at(-1)
      ?.instructions.map(({ name }) => name)
    expect(names?.indexOf('RUN')).toBeLessThan(names?.indexOf('USER') ?? 0)
  })

  test('sets only variables that the server knows, and no secret', () => {
    const environment = imageEnvironment()
    const settings = Object.keys(environment).filter((name) => name !== 'NODE_ENV')

    expect(settings.filter((name) => !variableNames.includes(name))).toEqual([])
    expect(settings.filter((name) => /SECRET|TOKEN|PASSWORD|KEY/.test(name))).toEqual([])
    expect(() => loadConfig(environment)).toThrow('SECRET_KEY must be set')
    expect(loadConfig({ ...environment, SECRET_KEY }).environment).toBe('production')
    const all = dockerStages().flatMap((stage) => stage.instructions)
    expect(all.filter(({ name }) => name === 'ARG' || name === 'ADD')).toEqual([])
  })

  test('keeps secrets, data and builds of this machine out of the context', () => {
    const ignored = readFileSync(inRoot('.dockerignore'), 'utf8').split('\n')

    expect(ignored).toEqual(
      expect.arrayContaining(['.env', '.env.*', '.git', 'data', 'dist', 'node_modules']),
    )
    const needed = ['package.json', 'package-lock.json', 'src', 'src-server', 'db', 'scripts']
    expect(ignored.filter((name) => needed.includes(name))).toEqual([])
  })
})

describe('compose.yaml', () => {
  test('has one process on SQLite, or two web processes and one worker on PostgreSQL', () => {
    const roles = (profile: string) =>
      ownServices
        .filter(([, { profiles }]) => profiles.includes(profile))
        .map(([, { environment }]) => environment.ROLE ?? 'all')

    expect(roles('sqlite')).toEqual(['all'])
    expect(roles('postgres').toSorted()).toEqual(['web', 'web', 'worker'])
  })

  test.each(services)('%s writes only to allowed paths, and gains no privileges', (_, service) => {
    expect(service.read_only).toBe('true')
    expect(service.tmpfs).toContain('/tmp')
    expect(service.security_opt).toEqual(['no-new-privileges:true'])
    expect(service.mem_limit).toMatch(/^\d+[mg]$/)
    expect(service.restart).toBe('unless-stopped')
    // Published ports are only for a proxy on this machine.
    for (const port of service.ports) expect(port).toMatch(/^127\.0\.0\.1:/)
    for (const volume of service.volumes) {
      expect(Object.keys(compose.volumes)).toContain(volume.split(':')[0])
    }
  })

  test.each(ownServices)(
    'the settings of %s start the server, and stop the start without a secret',
    (_, own) => {
      const given = {
        SECRET_KEY,
        APP_URL: 'https://pay.example.com',
        POSTGRES_PASSWORD: 'abcd',
        METRICS_TOKEN: '',
      }
      const environment = { ...imageEnvironment(), ...substituted(own.environment, given) }

      const config = loadConfig(environment)

      expect(config).toMatchObject({ environment: 'production', appUrl: given.APP_URL })
      expect(own.cap_drop).toEqual(['ALL'])
      for (const name of ['SECRET_KEY', 'APP_URL'] as const) {
        expect(() => substituted(own.environment, { ...given, [name]: undefined })).toThrow(name)
      }
      // The service may finish its running work before it is killed.
      const graceMs = Number.parseInt(own.stop_grace_period ?? '', 10) * 1000
      expect(graceMs).toBeGreaterThan(config.drainMs + 9000)
    },
  )

  test('requires every secret and holds none', () => {
    const values = services.flatMap(([, { environment }]) => Object.entries(environment))
    const secrets = values.filter(([name]) => /SECRET|PASSWORD|TOKEN/.test(name))

    expect(secrets.length).toBeGreaterThan(4)
    for (const [, value] of secrets) expect(value).toMatch(/^\$\{[A-Z_]+:[?-].*\}$/)
  })

  test('the proxy forwards to the web services and checks that they are ready', () => {
    const { content } = compose.configs.caddyfile
    const upstreams = [...content.matchAll(/([\w-]+):3000(?= )/g)].map(([, name]) => name)
    const webs = ownServices
      .filter(([, { environment }]) => environment.ROLE === 'web')
      .map(([name]) => name)

    expect(upstreams).toEqual(webs)
    expect(content).toContain('health_uri /readyz')
    // A process that is stopped reports that it is not ready for longer than the proxy takes to notice.
    const intervalMs = Number(/health_interval (\d+)s/.exec(content)?.[1]) * 1000
    const drainMs = Number(compose.services['web-a']?.environment.DRAIN_MS)
    expect(drainMs).toBeGreaterThanOrEqual(2 * intervalMs)
  })
})

/** Substitutes variables as Compose does: `${NAME:?why}` is required, `${NAME:-else}` has a default. */
const substituted = (
  environment: Record<string, string>,
  given: Record<string, string | undefined>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).map(([name, text]) => [
      name,
      text.replaceAll(/\$\{([A-Z_]+):([?-])([^}]*)\}/g, (_, variable, kind, more) => {
        const value = given[variable]
        if (!value && kind === '?') throw new Error(`${variable}: ${more}`)
        return value || more
      }),
    ]),
  )
