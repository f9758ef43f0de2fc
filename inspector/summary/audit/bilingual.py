"""Words of the trade in English and Chinese: by them a sentence is known again in the other language."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.summary.audit.lexis import stems

_WORDS = (
    "cache 缓存, replica 副本 从库, request 请求, response 响应, test 测试, page 页面 分页, list 列表, order 订单, "
    "payment 支付 付款, card 银行, log 日志, row 数据, column 字段, table 数据, database 数据, data 数据, index 索引, "
    "query 查询, interface 接口, backend 后端, frontend 前端, client 客户, server 服务, service 服务, machine 机器, "
    "memory 内存, disk 磁盘, emulator 模拟, simulator 模拟, device 设备 真机, phone 真机 手机, image 图片 镜像, "
    "picture 图片, thumbnail 缩略, draft 草稿, encrypt 加密, dependency 依赖, library 依赖, version 版本, "
    "upgrade 升级, downgrade 降级, release 发布 上线, deploy 部署 上线, publish 发布, merge 合并, commit 提交, "
    "branch 分支, code 代码, script 脚本, config 配置, setting 配置 设置, parameter 参数, option 选项, default 默认, "
    "limit 上限 限制, length 长度, timeout 超时, retry 重试, error 错误 报错, exception 异常, crash 崩溃 闪退, "
    "bug 问题, cause 原因, reason 原因, problem 问题, duplicate 重复, double 重复, missing 缺失 丢失, lose 丢失, "
    "empty 清空, clear 清空, delete 删除, drop 删除, remove 删除 移除, rollback 回滚, revert 回滚 撤销, restart 重启, "
    "stop 停止, migrate 迁移, migration 迁移, backup 备份, restore 恢复, convert 转换, truncate 截断, cut 截断, "
    "nickname 昵称, name 名字 名称, user 用户, customer 客户, member 会员, renewal 续费, rate 比例, price 价格 涨价, "
    "increase 上涨 提高, gateway 网关, failure 失败, fail 失败, pass 通过, success 成功, chart 图表, report 报告, "
    "conclusion 结论, team 团队, review 评审 审查, document 文档, documentation 文档, guide 指南, plan 计划 方案, "
    "step 步骤, shard 分片, node 节点, cluster 集群, network 网络, thread 线程, process 进程, module 模块, "
    "function 函数, component 组件, file 文件, directory 目录, state 状态, status 状态, event 事件, timer 定时, "
    "debounce 防抖, interval 间隔, second 毫秒, loading 加载, slow 太慢, fast 更快, performance 性能, security 安全, "
    "permission 权限, password 密码, key 密钥, warning 警告, stock 库存, export 导出, import 导入, upload 上传, "
    "download 下载, preview 预览, scroll 滚动 下拉, tab 标签, switch 切换, cart 购物, checkout 结算, encoding 编码, "
    "character 字符 字符, font 字体, translation 翻译, screen 屏幕 白屏, button 按钮, email 邮件 邮箱, message 消息, "
    "queue 队列, job 任务, task 任务, schedule 调度, night 凌晨 今晚, week 周末, regression 回归, check 检查, "
    "verify 验证, measure 测量, expectation 期望, assertion 断言, snapshot 快照, middle 中间, refund 退款, "
    "amount 金额, total 总数 总额, average 平均, share 比例"
)


def _pairs() -> Iterator[tuple[str, str]]:
    for entry in _WORDS.split(","):
        word, *wide = entry.split()
        for stem in stems(word):
            yield from ((stem, each) for each in wide)


_TO_WIDE: dict[str, tuple[str, ...]] = {}
_FROM_WIDE: dict[str, tuple[str, ...]] = {}
for _stem, _wide in _pairs():
    _TO_WIDE[_stem] = (*_TO_WIDE.get(_stem, ()), _wide)
    _FROM_WIDE[_wide] = (*_FROM_WIDE.get(_wide, ()), _stem)


def translated(word: str) -> tuple[str, ...]:
    """What a stem is called in the other language."""
    return _TO_WIDE.get(word, ()) or _FROM_WIDE.get(word, ())
