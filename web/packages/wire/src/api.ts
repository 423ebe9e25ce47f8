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
  const { response, text } = await answered(method, path, body);
  const value = read(text);
  if (response.ok && value !== undefined) return value as T;
  if (response.ok) throw new ApiError(0, "network/silent", {}); // another site's page
  const { code, data } = (value ?? {}) as { code?: string; data?: Record<string, unknown> };
  throw new ApiError(response.status, code ?? "server/unclear", data ?? {});
}

/** Undefined where it is no JSON: what stands in front of the casino may answer for it. */
function read(text: string): unknown {
  try {
    return text === "" ? null : JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function answered(
  method: Method,
  path: string,
  body: unknown,
): Promise<{ response: Response; text: string }> {
  try {
    const response = await fetch(path, {
      method,
      credentials: "same-origin",
      ...(method === "GET"
        ? {}
        : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body ?? {}) }),
    });
    return { response, text: await response.text() };
  } catch {
    throw new ApiError(0, "network/silent", {});
  }
}
