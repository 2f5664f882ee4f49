-- Drives neovim with the settings of docs/editors.md, and says what it shows: one line each. See editors.test.mjs.
local settings, file = vim.env.SETTINGS, vim.env.FILE
local function say(...) io.stdout:write(string.format(...), "\n") end
local function at(words, letters)
  local line = vim.fn.search("\\V" .. words, "cwn")
  vim.api.nvim_win_set_cursor(0, { line, vim.fn.getline(line):find(words, 1, true) - 1 + letters })
end
local function wait(what, done) if not vim.wait(20000, done, 5) then say("never: %s", what) vim.cmd("cquit") end end
local function findings() return vim.diagnostic.get(0) end
local function tell()
  for _, one in ipairs(findings()) do say("  %d:%d %s %s", one.lnum + 1, one.col + 1, one.code or one.user_data.lsp.code, (one.message:gsub("\n", " | "))) end
end
-- Where a list is offered, what is wanted is chosen.
local wanted
vim.ui.select = function(items, options, choose)
  for i, item in ipairs(items) do
    local shown = options.format_item and options.format_item(item) or tostring(item)
    say("  offered: %s", shown)
    if shown == wanted then return choose(item, i) end
  end
  choose(nil)
end

vim.cmd("source " .. vim.fn.fnameescape(settings))
vim.cmd("filetype on")
vim.cmd("edit " .. vim.fn.fnameescape(file))
say("filetype %s", vim.bo.filetype)
wait("a server", function() return #vim.lsp.buf_get_clients(0) > 0 end)
say("server %s", vim.lsp.buf_get_clients(0)[1] and vim.lsp.buf_get_clients(0)[1].name or vim.lsp.get_active_clients()[1].name)

say("findings")
wait("a finding", function() return #findings() == 1 end)
tell()

say("code action")
wanted = "Write `Southern Horse`"
at("Sothern Horse", 2)
vim.lsp.buf.code_action()
wait("the fix", function() return vim.fn.search("Sothern", "n") == 0 end)
wait("no finding", function() return #findings() == 0 end)
say("  %s", vim.trim(vim.fn.getline(".")))

local function ask(method, more)
  local params = vim.tbl_extend("force", vim.lsp.util.make_position_params(), more or {})
  local answers, trouble = vim.lsp.buf_request_sync(0, method, params, 20000)
  if trouble then say("never: %s", trouble) vim.cmd("cquit") end
  local _, answer = next(answers)
  return answer.result, answer.error
end

say("hover")
at("[Southern Horse, Lancers]", 3)
say("  %s", ask("textDocument/hover").contents.value:gsub("\n.*", ""))

say("definition")
vim.lsp.buf.definition()
wait("the definition", function() return vim.fn.getline("."):find("name: Southern Horse", 1, true) ~= nil end)
say("  %s", vim.trim(vim.fn.getline(".")))

say("references")
vim.lsp.buf.references()
wait("the references", function() return #vim.fn.getqflist() > 0 end)
for _, item in ipairs(vim.fn.getqflist()) do say("  %d:%d %s", item.lnum, item.col, vim.trim(item.text)) end
vim.cmd("cclose")

say("completion")
at("[Southern Horse, Lancers]", 1)
local labels = {}
local completion = ask("textDocument/completion")
for _, item in ipairs(completion.items or completion) do table.insert(labels, item.label) end
say("  %s", table.concat(labels, ", "))

say("outline")
local outline = {}
for _, symbol in ipairs(ask("textDocument/documentSymbol")) do table.insert(outline, symbol.name) end
say("  %s", table.concat(outline, ", "))

say("rename")
at("name: Southern Horse", 8)
vim.lsp.buf.rename("Dragoons")
wait("the rename", function() return vim.fn.search("Southern Horse", "nw") == 0 end)
say("  %s", vim.trim(vim.fn.getline(".")))
for _, error in ipairs({ select(2, ask("textDocument/rename", { newName = "Lancers" })) }) do say("  refused: %s", error.message) end

say("preview")
vim.cmd("write")
local client = vim.lsp.get_active_clients()[1]
local address = client.request_sync("workspace/executeCommand", { command = "muster.openPreview", arguments = { vim.uri_from_bufnr(0) } }, 20000, 0).result
local port, token = address:match("^http://127%.0%.0%.1:(%d+)/%?token=(%w+)$")
-- The cards at the cursor, as the page asks for them.
local function at_cursor()
  local answer, ended = "", false
  local socket = vim.loop.new_tcp()
  socket:connect("127.0.0.1", tonumber(port), function()
    socket:write(string.format("GET /cursor?token=%s HTTP/1.0\r\nHost: 127.0.0.1:%s\r\n\r\n", token, port))
    socket:read_start(function(_, text) if text then answer = answer .. text else ended = true end end)
  end)
  wait("an answer of the preview", function() return ended end)
  socket:close()
  return vim.json.decode(answer:match("\r\n\r\n(.*)")).cards
end
for _, words in ipairs({ "name: Dragoons", "name: Young Guard" }) do
  at(words, 8)
  vim.cmd("doautocmd CursorHold")
  local cards
  wait("the card at the cursor", function()
    cards = at_cursor()
    return cards[1] ~= nil and cards[1]:find(words == "name: Dragoons" and "#7A#" or "#2A#", 1, true) ~= nil
  end)
  say("  %s", table.concat(cards, ", "))
end

say("code lens")
vim.lsp.codelens.refresh()
wait("the lenses", function() return #vim.lsp.codelens.get(0) > 0 end)
local lenses = vim.lsp.codelens.get(0)
say("  %s, %s, ...", lenses[1].command.title, lenses[2].command.title)
vim.cmd("write")
vim.api.nvim_win_set_cursor(0, { lenses[1].range.start.line + 1, 0 })
wanted = "smoke 1,000"
vim.lsp.codelens.run()
wait("a terminal", function() return vim.bo.buftype == "terminal" end)
wait("the end of the run", function()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), " "):find("Process exited", 1, true) ~= nil
end)
for _, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do if line:find("Process exited") then say("  %s", vim.trim(line:match("%[.*"))) end end

say("goodbye")
vim.cmd("wincmd o")
vim.lsp.stop_client(vim.lsp.get_active_clients())
wait("the end of the server", function() return #vim.lsp.get_active_clients() == 0 end)
vim.cmd("qall!")
