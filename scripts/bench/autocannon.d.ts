/** The parts of autocannon that the benchmark uses; the package has no types of its own. */
declare module 'autocannon' {
  namespace autocannon {
    type Request = {
      method: string
      path: string
      body?: string
      headers?: Record<string, string>
      setupRequest?: (request: Request) => Request
    }
    type Result = {
      '2xx': number
      non2xx: number
      errors: number
      statusCodeStats: Record<string, { count: number }>
      requests: { average: number }
      latency: { p50: number; p99: number; max: number }
    }
  }
  function autocannon(options: {
    url: string
    connections: number
    /** In seconds; `amount` limits the number of requests instead. */
    duration?: number
    amount?: number
    requests: autocannon.Request[]
  }): Promise<autocannon.Result>
  export default autocannon
}
