import type { AxiosResponse, Method, ResponseType } from 'axios';
import type { Transport } from './transport.js';

/** A call to an external API with the connection's credentials. */
export interface ProxyRequest {
  readonly providerConfigKey: string;
  readonly connectionId: string;
  /** Path and query at the external API. */
  readonly endpoint: string;
  /** `GET` when left out. */
  readonly method?: Method | 'PROPFIND' | 'REPORT';
  readonly headers?: Readonly<Record<string, string>>;
  readonly params?: string | Readonly<Record<string, string | number | boolean>>;
  readonly data?: unknown;
  /** Extra attempts after transient failures; none when left out. */
  readonly retries?: number;
  /** Statuses to retry in addition. */
  readonly retryOn?: readonly number[];
  /**
   * Header of a failed answer that says when to try again, before those of the provider's definition: `at` a moment (epoch in
   * seconds or milliseconds, or a date), `after` seconds.
   */
  readonly retryHeader?: { readonly at?: string; readonly after?: string };
  readonly baseUrlOverride?: string;
  readonly decompress?: boolean;
  readonly forwardHeadersOnRedirect?: boolean;
  readonly responseType?: ResponseType;
}

type RequestWithoutMethod = Omit<ProxyRequest, 'method'>;

/** The part of the client that calls external APIs through the gateway. */
export class ProxyClient {
  constructor(protected readonly transport: Transport) {}

  /** Calls the external API and returns its answer as it is. A status outside 200 to 299 throws. */
  async proxy<T = unknown>(request: ProxyRequest): Promise<AxiosResponse<T>> {
    return await this.transport.send<T>({
      method: request.method ?? 'GET',
      url: proxyPath(request),
      headers: proxyHeaders(request),
      data: request.data,
      ...(request.responseType && { responseType: request.responseType }),
    });
  }

  /** {@link proxy} with the method GET. */
  async get<T = unknown>(request: RequestWithoutMethod): Promise<AxiosResponse<T>> {
    return await this.proxy<T>({ ...request, method: 'GET' });
  }

  /** {@link proxy} with the method POST. */
  async post<T = unknown>(request: RequestWithoutMethod): Promise<AxiosResponse<T>> {
    return await this.proxy<T>({ ...request, method: 'POST' });
  }

  /** {@link proxy} with the method PUT. */
  async put<T = unknown>(request: RequestWithoutMethod): Promise<AxiosResponse<T>> {
    return await this.proxy<T>({ ...request, method: 'PUT' });
  }

  /** {@link proxy} with the method PATCH. */
  async patch<T = unknown>(request: RequestWithoutMethod): Promise<AxiosResponse<T>> {
    return await this.proxy<T>({ ...request, method: 'PATCH' });
  }

  /** {@link proxy} with the method DELETE. */
  async delete<T = unknown>(request: RequestWithoutMethod): Promise<AxiosResponse<T>> {
    return await this.proxy<T>({ ...request, method: 'DELETE' });
  }
}

function proxyPath({ endpoint, params }: ProxyRequest): string {
  const path = `/proxy/${endpoint.replace(/^\//, '')}`;
  const query =
    typeof params === 'string' ? params.replace(/^\?/, '') : new URLSearchParams(textValues(params)).toString();
  if (query === '') return path;
  return `${path}${path.includes('?') ? '&' : '?'}${query}`;
}

const textValues = (params: Readonly<Record<string, string | number | boolean>> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));

function proxyHeaders(request: ProxyRequest): Record<string, string> {
  const forwarded = Object.entries(request.headers ?? {}).map(([name, value]) => [`svc-proxy-${name}`, value] as const);
  const contentType = forwarded.find(([name]) => name.toLowerCase() === 'svc-proxy-content-type');
  return {
    ...Object.fromEntries(forwarded),
    ...(contentType && { 'Content-Type': contentType[1] }),
    'Provider-Config-Key': request.providerConfigKey,
    'Connection-Id': request.connectionId,
    ...(request.retries !== undefined && { Retries: String(request.retries) }),
    ...(request.retryOn && { 'Retry-On': request.retryOn.join(',') }),
    ...(request.retryHeader?.at && { 'Retry-Header-At': request.retryHeader.at }),
    ...(request.retryHeader?.after && { 'Retry-Header-After': request.retryHeader.after }),
    ...(request.baseUrlOverride !== undefined && { 'Base-Url-Override': request.baseUrlOverride }),
    ...(request.decompress !== undefined && { Decompress: String(request.decompress) }),
    ...(request.forwardHeadersOnRedirect !== undefined && {
      'Forward-Headers-On-Redirect': String(request.forwardHeadersOnRedirect),
    }),
  };
}
