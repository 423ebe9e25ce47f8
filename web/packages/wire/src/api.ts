// The casino over HTTP: one function, typed answers, refusals as errors with their code.

export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  readonly data: Readonly<Record<string, unknown>>;

  constructor(status: number, code: string, data: Readonly<Record<string, unknown>>) {
    super(code);
    this.status = status;
    this.code = code;
    this.data = data;
  }
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Ask the casino; a line that is down is an error with the code `network/silent`. */
export async function api<T>(method: Method, path: string, body?: unknown): Promise<T> {
  const response = await answered(method, path, body);
  const text = await response.text();
  const value: unknown = text === "" ? null : JSON.parse(text);
  if (response.ok) return value as T;
  const { code, data } = (value ?? {}) as { code?: string; data?: Record<string, unknown> };
  throw new ApiError(response.status, code ?? "server/unclear", data ?? {});
}

async function answered(method: Method, path: string, body: unknown): Promise<Response> {
  try {
    return await fetch(path, {
      method,
      credentials: "same-origin",
      ...(method === "GET"
        ? {}
        : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body ?? {}) }),
    });
  } catch {
    throw new ApiError(0, "network/silent", {});
  }
}
